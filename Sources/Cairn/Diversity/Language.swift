/// The original language of a work.
public struct Language: Sendable, Hashable {
  /// The stored value: a code of ISO 639 such as `de`, `other`, or `other Klingon`.
  public let value: String

  /// Creates a language from a stored value.
  public init(value: String) { self.value = value }

  /// Parses a code, an English name, `other`, or `other` with a name of the person's own.
  ///
  /// Throws `diversity.unknown_value` for anything else, so that a typing error adds no language.
  public init(typed text: String) throws(CairnError) {
    let word = trimmed(text)
    if let known = Self.all.first(where: { $0.matches(by: word) }) {
      value = known.value
    } else if DiversityText.anotherLanguage.matches(by: word) {
      value = "other"
    } else if folded(word).utf8.starts(with: "other ".utf8), word.utf8.count <= 66 {
      value = "other " + trimmed(String(word.dropFirst(6)))
    } else {
      throw FactKind.originalLanguage.refusal(
        text,
        "Write the English name or the code, such as German or de, or “other NAME” for another language."
      )
    }
  }

  /// The English name.
  public var label: String {
    if let known = Self.all.first(where: { $0.value == value }) { return known.label }
    if value == "other" { return DiversityText.anotherLanguage.label }
    return value.utf8.starts(with: "other ".utf8) ? String(value.dropFirst(6)) : value
  }

  /// Returns whether a stored value means this language; ignores case and accents in custom names.
  func isSame(as other: String) -> Bool {
    // Codes need no folding.
    if value == other || Self.isCode(value) && Self.isCode(other) { return value == other }
    return folded(value) == folded(other)
  }

  private static func isCode(_ text: String) -> Bool {
    text.utf8.count <= 3 && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }

  /// Parses a setting with languages separated by commas; throws `diversity.unknown_value`.
  public static func list(_ text: String) throws(CairnError) -> [Language] {
    var all: [Language] = []
    for word in text.split(separator: ",") { all.append(try Language(typed: String(word))) }
    return all
  }

  /// The languages that a question offers first.
  public static let common =
    ["en", "es", "fr", "de", "zh", "ja", "ko", "ar", "pt", "ru", "it", "hi"]
    .map { Category($0, Language(value: $0).label) } + [DiversityText.anotherLanguage]

  /// All languages with a two-letter code (ISO 639-1), and some with three letters.
  public static let all: [Category] = DiversityText.languages.split(separator: ",").map { row in
    let code = row.prefix { $0 != " " && $0 != "\n" }
    return Category(String(code), String(row.dropFirst(code.count + 1)))
  }
}
