/// A typed text in the form that the parsers of times expect.
enum TypedText {
  /// Returns the text in lower case with single spaces, without commas and words that change nothing.
  ///
  /// `Monday, at 9 p.m.` becomes `monday 9 pm`, and `:lastweek`, as Timewarrior writes it, `last week`.
  static func tidy(_ text: String) -> String {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
    return words.filter { !fillers.contains($0) }.map(plain).joined(separator: " ")
  }

  private static let fillers: Set = ["at", "on", "the", "of", "@", "in", "o'clock"]

  private static func plain(_ word: String) -> String {
    for ending in ["a.m.", "p.m.", "a.m", "p.m"] where word.hasSuffix(ending) {
      return word.dropLast(ending.count) + ending.filter { $0 != "." }
    }
    guard word.hasPrefix(":"), word.dropFirst().first?.isLetter == true else { return word }
    return word.hasPrefix(":last") ? "last \(word.dropFirst(5))" : String(word.dropFirst())
  }
}
