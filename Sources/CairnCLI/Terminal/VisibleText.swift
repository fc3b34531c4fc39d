extension String {
  /// The text with control and bidirectional formatting characters escaped: `\u{1B}`.
  ///
  /// All text from the log passes through here before it is printed, so that a title can neither
  /// control the terminal nor reorder its line (spec/sync.md F55).
  var visible: String {
    guard unicodeScalars.contains(where: \.isUnsafeToShow) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.isUnsafeToShow ? scalar.spelledOut : String(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a line separator or in Unicode's `Bidi_Control`.
  var isUnsafeToShow: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var spelledOut: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
