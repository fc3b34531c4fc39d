/// A dimension in which books differ, determined by one fact of each book.
public struct Dimension: Named {
  /// The index in ``all``, used for comparison because shelves look it up millions of times.
  private let index: Int8

  private init(_ index: Int8) { self.index = index }

  /// The cultural regions of authors.
  public static let cultural = Dimension(0)
  /// The gender identities of authors.
  public static let gender = Dimension(1)
  /// Whether books are translations into a language that the person reads.
  public static let translation = Dimension(2)
  /// Whether books are about a group that their authors belong to.
  public static let ownVoices = Dimension(3)
  /// The features that make books accessible to more people.
  public static let accessibility = Dimension(4)
  /// The periods in which books first appeared.
  public static let timePeriod = Dimension(5)
  /// The nationalities of authors.
  public static let geography = Dimension(6)

  /// The stored name, the same in the API, CLI and pages (spec/reading.md D29): `cultural`.
  public var name: String { Self.texts[Int(index)].name }
  /// The text for display.
  public var label: String { Self.texts[Int(index)].nouns.0 }
  /// The text for the middle of a sentence.
  package var noun: String { Self.texts[Int(index)].nouns.1 }

  private static let texts: [(name: String, nouns: (String, String))] = [
    ("cultural", DiversityText.cultural), ("gender", DiversityText.genderDimension),
    ("translation", DiversityText.translation),
    ("ownVoices", DiversityText.ownVoicesDimension),
    ("accessibility", DiversityText.accessibilityDimension),
    ("timePeriod", DiversityText.timePeriod), ("geography", DiversityText.geography),
  ]

  /// The fact that determines it; nil if the year of first publication does.
  public var fact: FactKind? {
    switch self {
    case .cultural: .region
    case .gender: .gender
    case .translation: .originalLanguage
    case .ownVoices: .ownVoices
    case .accessibility: .accessibility
    case .geography: .nationality
    default: nil
    }
  }

  /// The five that completeness and questions cover, in that order.
  public static let core = [cultural, gender, translation, ownVoices, accessibility]
  /// All seven: the five and two optional ones.
  public static let all = core + [timePeriod, geography]

  /// The categories to list even without books; empty if values are free text.
  public var categories: [Category] {
    switch self {
    case .cultural: Category.regions
    case .gender: Category.genders
    case .translation: Category.translations
    case .ownVoices: Category.answers
    case .accessibility: Category.features + [.noFeature]
    case .timePeriod: Category.eras
    default: []
    }
  }

  /// Returns the category that a person typed; throws `diversity.unknown_value` for an unknown one.
  public func value(typed text: String) throws(CairnError) -> String {
    if let known = categories.first(where: { $0.matches(by: text) }) { return known.value }
    guard categories.isEmpty, let fact else {
      throw CairnError(
        "diversity.unknown_value",
        "“\(text.prefix(40))” is not a category of \(noun).",
        hint: "Choose one of: \(Category.listed(categories))."
      )
    }
    return try fact.value(typed: text)
  }

  /// Returns a category as text for display.
  public func label(of value: String) -> String { Category.label(of: value, in: categories) }
}
