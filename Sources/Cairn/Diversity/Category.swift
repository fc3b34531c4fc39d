/// One of the words by which authors and works are told apart, with the label a person reads.
///
/// All lists are in `DiversityWords`, to be reviewed and translated in one place. Their order is
/// that of the alphabet or of the seed, and says nothing about worth; no word weighs more than
/// another. The stored words never change.
public struct Category: Sendable, Hashable {
  /// The stored word.
  public let value: String
  /// What a person reads.
  public let label: String

  /// Names a category.
  public init(_ value: String, _ label: String) {
    (self.value, self.label) = (value, label)
  }
}

extension Category {
  /// Where an author's culture is at home (spec/reading.md 1.3).
  public static let regions = DiversityWords.regions
  /// An author's gender identity; unknown is the absence of one.
  public static let genders = DiversityWords.genders
  /// Yes and no; not sure is the absence of both.
  public static let answers = DiversityWords.answers
  /// What makes a work readable for more people.
  public static let features = DiversityWords.features
  /// That a work has none of the features.
  public static let noFeature = DiversityWords.noFeature
  /// Whether a work came out in a language the person reads.
  public static let translations = DiversityWords.translations
  /// When a work first appeared, the earliest first.
  public static let eras = DiversityWords.eras.map { $0.category }

  /// The era of a year.
  static func era(_ year: Int64) -> String {
    let known = DiversityWords.eras.first { year <= $0.last }
    return known?.category.value ?? eras[eras.count - 1].value
  }
}

extension Category {
  /// Whether a person means it: its word or its label, whatever case, blanks and hyphens.
  func isMeant(by text: String) -> Bool {
    let meant = Self.letters(text)
    return meant == Self.letters(value) || meant == Self.letters(label)
  }

  static func label(of value: String, in list: [Category]) -> String {
    list.first { $0.value == value }?.label ?? value
  }

  /// The labels of stored features.
  static func labels(of values: String) -> String {
    values.split(separator: " ").map { label(of: String($0), in: features + [noFeature]) }
      .joined(separator: ", ")
  }

  /// The words of a list for a sentence.
  static func listed(_ list: [Category]) -> String {
    list.map { $0.label.utf8.contains(0x20) ? "“\($0.label)”" : $0.label }.joined(separator: ", ")
  }

  private static func letters(_ text: String) -> String {
    String(folded(text).unicodeScalars.filter { $0 != " " }.map { Character($0) })
  }
}
