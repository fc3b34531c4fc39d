/// One respect in which the books of a shelf differ, told of each book by one fact.
public struct Dimension: Named {
  /// The stored name, the same on every surface (spec/reading.md D29): `cultural`.
  public let name: String
  /// What a person calls it.
  public let label: String
  /// The fact that tells it; nil where the year of the first printing does.
  public let fact: FactKind?

  private init(_ name: String, _ label: String, _ fact: FactKind?) {
    (self.name, self.label, self.fact) = (name, label, fact)
  }

  /// Where authors are at home.
  public static let cultural = Dimension("cultural", "Cultural origin", .region)
  /// Which gender authors have.
  public static let gender = Dimension("gender", "Gender", .gender)
  /// Whether books are translations into a language the person reads.
  public static let translation = Dimension("translation", "Translation", .originalLanguage)
  /// Whether books tell of their authors' own.
  public static let ownVoices = Dimension("ownVoices", "Own voices", .ownVoices)
  /// What makes books readable for more people.
  public static let accessibility = Dimension("accessibility", "Accessibility", .accessibility)
  /// When books first appeared.
  public static let timePeriod = Dimension("timePeriod", "Time period", nil)
  /// Of which nationality authors are.
  public static let geography = Dimension("geography", "Geography", .nationality)

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
    case .timePeriod: Category.eras.map { $0.category }
    default: []
    }
  }

  /// The category a person typed; throws `diversity.unknown_value` for one it does not have.
  public func value(typed text: String) throws(CairnError) -> String {
    if let known = categories.first(where: { $0.isMeant(by: text) }) { return known.value }
    guard categories.isEmpty, let fact else {
      throw CairnError(
        "diversity.unknown_value",
        "“\(text.prefix(40))” is no category of \(label.lowercased()).",
        hint: "Choose one of: \(Category.listed(categories))."
      )
    }
    return try fact.value(typed: text)
  }

  /// A category as a person reads it.
  public func label(of value: String) -> String { Category.label(of: value, in: categories) }
}
