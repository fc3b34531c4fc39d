/// One of the words by which authors and works are told apart, with the label a person reads.
///
/// All lists are in this file, to be reviewed and translated in one place. Their order is that of
/// the alphabet or of the seed, and says nothing about worth; no word weighs more than another. The
/// stored words never change.
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
  public static let regions = [
    Category("africa", "Africa"), Category("asia", "Asia"), Category("europe", "Europe"),
    Category("northAmerica", "North America"), Category("southAmerica", "South America"),
    Category("oceania", "Oceania"), Category("middleEast", "Middle East"),
    Category("caribbean", "Caribbean"), Category("centralAsia", "Central Asia"),
    Category("indigenous", "Indigenous"), Category("international", "International"),
  ]

  /// An author's gender identity; unknown is the absence of one.
  public static let genders = [
    Category("female", "Female"), Category("male", "Male"),
    Category("nonBinary", "Non-binary"), Category("other", "Other"),
  ]

  /// Yes and no; not sure is the absence of both.
  public static let answers = [Category("yes", "Yes"), Category("no", "No")]

  /// What makes a work readable for more people.
  public static let features = [
    Category("audiobook", "Audiobook available"), Category("braille", "Braille"),
    Category("describedImages", "Described images"),
    Category("dyslexiaFriendly", "Dyslexia-friendly"), Category("largePrint", "Large print"),
    Category("plainLanguage", "Plain language"),
    Category("screenReader", "Made for screen readers"),
  ]

  /// That a work has none of the features.
  public static let noFeature = Category("none", "None")

  /// Whether a work came out in a language the person reads.
  public static let translations = [
    Category("original", "Original language"), Category("translated", "Translated"),
  ]

  /// Names that stand for many people or for nobody known, without case and accents.
  static let namesOfMany: Set<String> = [
    "anon", "anon.", "anonym", "anonymous", "anonymus", "anonyme", "anonimo", "anoniem", "n.n.",
    "unbekannt", "unknown", "unknown author", "various", "various artists", "various authors",
    "verschiedene", "verschiedene autoren",
  ]

  /// When a work first appeared; the last year of each but the last.
  static let eras: [(last: Int64, category: Category)] = [
    (499, Category("antiquity", "Before 500")), (1499, Category("500", "500–1499")),
    (1799, Category("1500", "1500–1799")), (1899, Category("1800", "1800–1899")),
    (1949, Category("1900", "1900–1949")), (1999, Category("1950", "1950–1999")),
    (.max, Category("2000", "2000 and later")),
  ]

  /// The era of a year.
  static func era(_ year: Int64) -> String {
    (eras.first { year <= $0.last } ?? eras[eras.count - 1]).category.value
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
