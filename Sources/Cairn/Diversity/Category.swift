/// A category for facts about authors and works, with its label for display.
///
/// All lists are in `DiversityText`, so that they can be reviewed and translated in one place. Their
/// order is alphabetical or that of the seed and implies no ranking; no category weighs more than
/// another. Stored values never change.
public struct Category: Sendable, Hashable {
  /// The stored value.
  public let value: String
  /// The text for display.
  public let label: String

  /// Creates a category.
  public init(_ value: String, _ label: String) {
    (self.value, self.label) = (value, label)
  }
}

extension Category {
  /// The cultural regions of authors (spec/reading.md 1.3).
  public static let regions = DiversityText.regions
  /// The gender identities of authors; unknown is the absence of a value.
  public static let genders = DiversityText.genders
  /// Yes and no; not sure is the absence of a value.
  public static let answers = DiversityText.answers
  /// The features that make a work accessible to more people.
  public static let features = DiversityText.features
  /// The value for a work without any of these features.
  public static let noFeature = DiversityText.noFeature
  /// The original language and a translation, relative to the languages that the person reads.
  public static let translations = DiversityText.translations
  /// The periods of first publication, the earliest first.
  public static let eras = DiversityText.eras.map { $0.category }

  /// Returns the era of a year.
  static func era(_ year: Int64) -> String {
    let known = DiversityText.eras.first { year <= $0.last }
    return known?.category.value ?? eras[eras.count - 1].value
  }
}

extension Category {
  /// Returns whether a typed text is the value or label, ignoring case, spaces and hyphens.
  func matches(by text: String) -> Bool {
    let letters = Self.letters(text)
    return letters == Self.letters(value) || letters == Self.letters(label)
  }

  static func label(of value: String, in list: [Category]) -> String {
    list.first { $0.value == value }?.label ?? value
  }

  /// Returns the labels of stored features, separated by commas.
  static func labels(of values: String) -> String {
    values.split(separator: " ").map { label(of: String($0), in: features + [noFeature]) }
      .joined(separator: ", ")
  }

  /// Returns the labels of a list for a sentence.
  static func listed(_ list: [Category]) -> String {
    list.map { $0.label.utf8.contains(0x20) ? "“\($0.label)”" : $0.label }.joined(separator: ", ")
  }

  private static func letters(_ text: String) -> String {
    String(folded(text).unicodeScalars.filter { $0 != " " }.map { Character($0) })
  }
}
