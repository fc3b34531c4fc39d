/// One respect in which the books of a shelf differ, told of each book by one fact.
public struct Dimension: Named {
  /// Its place among ``all``, by which it is told apart: shelves ask for it millions of times.
  private let place: Int8

  private init(_ place: Int8) { self.place = place }

  /// Where authors are at home.
  public static let cultural = Dimension(0)
  /// Which gender authors have.
  public static let gender = Dimension(1)
  /// Whether books are translations into a language the person reads.
  public static let translation = Dimension(2)
  /// Whether books tell of their authors' own.
  public static let ownVoices = Dimension(3)
  /// What makes books readable for more people.
  public static let accessibility = Dimension(4)
  /// When books first appeared.
  public static let timePeriod = Dimension(5)
  /// Of which nationality authors are.
  public static let geography = Dimension(6)

  /// The stored name, the same on every surface (spec/reading.md D29): `cultural`.
  public var name: String { Self.told[Int(place)].name }
  /// What a person calls it.
  public var label: String { Self.told[Int(place)].words.0 }
  /// The same in a sentence.
  package var noun: String { Self.told[Int(place)].words.1 }

  private static let told: [(name: String, words: (String, String))] = [
    ("cultural", DiversityWords.cultural), ("gender", DiversityWords.genderDimension),
    ("translation", DiversityWords.translation),
    ("ownVoices", DiversityWords.ownVoicesDimension),
    ("accessibility", DiversityWords.accessibilityDimension),
    ("timePeriod", DiversityWords.timePeriod), ("geography", DiversityWords.geography),
  ]

  /// The fact that tells it; nil where the year of the first printing does.
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

  /// The five that completion counts and questions ask for, in that order.
  public static let core = [cultural, gender, translation, ownVoices, accessibility]
  /// The five and the two that are there for those who want them.
  public static let all = core + [timePeriod, geography]

  /// The categories a person is told of even where no book is in them; none where words are free.
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

  /// The category a person typed; throws `diversity.unknown_value` for one it does not have.
  public func value(typed text: String) throws(CairnError) -> String {
    if let known = categories.first(where: { $0.isMeant(by: text) }) { return known.value }
    guard categories.isEmpty, let fact else {
      throw CairnError(
        "diversity.unknown_value",
        "“\(text.prefix(40))” is no category of \(noun).",
        hint: "Choose one of: \(Category.listed(categories))."
      )
    }
    return try fact.value(typed: text)
  }

  /// A category as a person reads it.
  public func label(of value: String) -> String { Category.label(of: value, in: categories) }
}
