/// A typed text in the form that the parsers of times expect.
package enum TypedText {
  /// Returns the text in lower case with single spaces, without commas and words that change nothing.
  ///
  /// `Monday, at 9 p.m.` becomes `monday 9 pm`, and `:lastweek`, as Timewarrior writes it, `last week`.
  package static func tidy(_ text: String) -> String {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
    return words.filter { !fillers.contains($0) }.map(plain).joined(separator: " ")
  }

  private static let fillers: Set = ["at", "on", "the", "of", "@", "in", "o'clock"]

  private static func plain(_ word: String) -> String {
    for ending in ["a.m.", "p.m.", "a.m", "p.m"] where word.hasSuffix(ending) {
      return word.dropLast(ending.count) + ending.filter { $0 != "." }
    }
    guard word.hasPrefix(":"), word.dropFirst().first?.isASCIILetter == true else { return word }
    return word.hasPrefix(":last") ? "last \(word.dropFirst(5))" : String(word.dropFirst())
  }
}

extension Character {
  /// Whether it is one of the letters of English times, A to Z.
  var isASCIILetter: Bool {
    asciiValue.map { (0x61...0x7A).contains($0 | 0x20) } ?? false
  }
}

extension String {
  /// Returns the texts before and after each place of another text in it, in order.
  func cuts(at separator: String) -> [(before: String, after: String)] {
    let (bytes, cut) = (Array(utf8), Array(separator.utf8))
    guard bytes.count >= cut.count else { return [] }
    return (0...(bytes.count - cut.count)).compactMap { start in
      guard bytes[start..<(start + cut.count)].elementsEqual(cut) else { return nil }
      return (
        String(decoding: bytes[..<start], as: UTF8.self),
        String(decoding: bytes[(start + cut.count)...], as: UTF8.self)
      )
    }
  }
}
