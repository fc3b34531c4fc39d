/// A pattern of `like`, in which `%` stands for any text and `_` for any character.
struct RowPattern: Sendable, Equatable {
  /// The parts between the signs `%`; one more than there are signs.
  private let parts: [[Unicode.Scalar]]
  private let ignoresCase: Bool

  private static let anyCharacter: Unicode.Scalar = "_"

  init(_ pattern: String, ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    parts = Self.folded(pattern, ignoresCase)
      .split(separator: "%", omittingEmptySubsequences: false).map(Array.init)
  }

  /// Returns whether a text has the pattern, in time proportional to the length of the text times that of one part.
  ///
  /// Each part is taken where it comes first, because that leaves the most text for the others.
  func matches(_ text: String) -> Bool {
    var rest = Self.folded(text, ignoresCase)[...]
    guard let first = parts.first, let last = parts.dropFirst().last else {
      return rest.count == parts[0].count && Self.starts(rest, with: parts[0])
    }
    guard Self.starts(rest, with: first) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let start = Self.start(of: part, in: rest) else { return false }
      rest = rest[(start + part.count)...]
    }
    return rest.count >= last.count && Self.starts(rest.suffix(last.count), with: last)
  }

  private static func folded(_ text: String, _ ignoresCase: Bool) -> [Unicode.Scalar] {
    Array((ignoresCase ? text.lowercased() : text).unicodeScalars)
  }

  private static func starts(_ text: ArraySlice<Unicode.Scalar>, with part: [Unicode.Scalar])
    -> Bool
  {
    text.count >= part.count
      && zip(part, text).allSatisfy { $0 == anyCharacter || $0 == $1 }
  }

  private static func start(
    of part: [Unicode.Scalar],
    in text: ArraySlice<Unicode.Scalar>
  ) -> Int? {
    (text.startIndex..<max(text.startIndex, text.endIndex - part.count + 1)).first { start in
      starts(text[start...], with: part)
    }
  }
}
