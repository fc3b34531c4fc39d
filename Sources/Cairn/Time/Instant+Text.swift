extension Instant {
  /// The RFC 3339 form in UTC, with milliseconds only if needed: `2026-01-05T18:00:00Z`.
  ///
  /// Every value has a text, so that an error message can contain it. Beyond the range of ``LocalDay``
  /// the date is the last possible one.
  public var text: String {
    let day = LocalDay(number: Int32(clamping: floorDivide(milliseconds, 86_400_000)))
    let rest = floorRemainder(milliseconds, 86_400_000)
    let fraction = rest % 1_000 == 0 ? "" : "." + padded(rest % 1_000, 3)
    return "\(day.text)T\(Self.clock(rest / 1_000))\(fraction)Z"
  }

  private static func clock(_ second: Int64) -> String {
    "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
  }

  /// The text in whole seconds, which every app's decoder accepts (spec/listening.md 1.2).
  package var wholeSeconds: String {
    Instant(milliseconds: milliseconds - floorRemainder(milliseconds, 1_000)).text
  }

  /// Parses RFC 3339 with `Z` or a numeric offset; nil for anything else.
  ///
  /// Truncates fractions to milliseconds and rejects leap seconds (`:60`).
  public init?(text: String) {
    var reader = DigitReader(text)
    guard let day = reader.day(), reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let hour = reader.number(2), hour < 24, reader.skip(":"),
      let minute = reader.number(2), minute < 60, reader.skip(":"),
      let second = reader.number(2), second < 60,
      let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    let seconds = Int64(day.number) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    self.init(milliseconds: seconds * 1_000 + fraction)
  }
}

extension String {
  /// Returns the text with each UTC instant, such as `2026-01-05T18:00:00Z`, replaced by `format`.
  package func formattingInstants(_ format: (Instant) -> String) -> String {
    split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let last = word.utf8.lastIndex(of: UInt8(ascii: "Z")) else { return String(word) }
      let end = word.utf8.index(after: last)
      guard let instant = Instant(text: String(word[..<end])) else { return String(word) }
      return format(instant) + word[end...]
    }.joined(separator: " ")
  }
}

extension CairnError {
  /// Returns the same error with each instant in its texts replaced by `format`.
  package func formattingInstants(_ format: (Instant) -> String) -> CairnError {
    with(message: message.formattingInstants(format), hint: hint.formattingInstants(format))
  }
}

/// A parser for fixed-width numbers in ASCII text.
package struct DigitReader {
  private var bytes: Substring.UTF8View

  package init(_ text: String) {
    bytes = Substring(text).utf8
  }

  package var isAtEnd: Bool { bytes.isEmpty }

  package mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(truncatingIfNeeded: character.value) else { return false }
    bytes.removeFirst()
    return true
  }

  /// Reads exactly `width` digits; after nil the position is undefined.
  package mutating func number(_ width: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<width {
      guard let digit = bytes.first, (48...57).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - 48)
      bytes.removeFirst()
    }
    return value
  }

  /// Reads `YYYY-MM-DD`; nil for a day that does not exist.
  package mutating func day() -> LocalDay? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"),
      let day = number(2)
    else { return nil }
    return LocalDay(year: Int32(year), month: Int32(month), day: Int32(day))
  }

  /// Reads `.` and digits as milliseconds; 0 without a fraction, nil if no digit follows the dot.
  package mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    var value: Int64 = 0
    var scale: Int64 = 100
    var count = 0
    while let digit = number(1) {
      value += digit * scale
      scale /= 10
      count += 1
    }
    return count > 0 ? value : nil
  }

  /// Reads `Z` or `±HH:MM` as seconds east of Greenwich.
  package mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int64 = skip("-") ? -1 : 1
    guard sign < 0 || skip("+"), let hours = number(2), hours < 24, skip(":"),
      let minutes = number(2), minutes < 60
    else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }
}
