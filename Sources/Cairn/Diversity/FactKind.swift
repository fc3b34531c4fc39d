/// A kind of fact about an author or a work.
public struct FactKind: Named {
  /// The index in ``all``, used for comparison and storage because it is looked up for each author of
  /// each book.
  let index: Int8

  private init(_ index: Int8) { self.index = index }

  /// The cultural region of an author, one of ``Category/regions``.
  public static let region = FactKind(0)
  /// The gender identity of an author, one of ``Category/genders``.
  public static let gender = FactKind(1)
  /// The nationality of an author in the person's own words.
  public static let nationality = FactKind(2)
  /// The year of an author's birth; negative for years BCE.
  public static let birthYear = FactKind(3)
  /// The year of an author's death.
  public static let deathYear = FactKind(4)
  /// The original language of a work, see ``Language``.
  public static let originalLanguage = FactKind(5)
  /// Whether a work is about a group its author belongs to: `yes` or `no`.
  public static let ownVoices = FactKind(6)
  /// The accessibility features of a work: names of ``Category/features``, or `none`.
  public static let accessibility = FactKind(7)

  /// The stored name: `region`.
  public var name: String { Self.texts[Int(index)].name }
  /// The text for display: `cultural region`.
  public var label: String { Self.texts[Int(index)].titles.1 }
  /// The text as a heading: `Cultural region`.
  package var title: String { Self.texts[Int(index)].titles.0 }
  /// Whether it is a fact about authors, which a work may override.
  public var isOfAuthor: Bool { index < 5 }

  private static let texts: [(name: String, titles: (String, String))] = [
    ("region", DiversityText.region), ("gender", DiversityText.gender),
    ("nationality", DiversityText.nationality), ("birthYear", DiversityText.birthYear),
    ("deathYear", DiversityText.deathYear),
    ("originalLanguage", DiversityText.originalLanguage),
    ("ownVoices", DiversityText.ownVoices), ("accessibility", DiversityText.accessibility),
  ]

  /// The kinds of facts about authors.
  public static let ofAuthors = [region, gender, nationality, birthYear, deathYear]
  /// The kinds of facts about works.
  public static let ofWorks = [originalLanguage, ownVoices, accessibility]
  /// The facts about authors that a work can override.
  public static let overrides = [region, gender, nationality]
  /// All kinds.
  public static let all = ofAuthors + ofWorks
  /// All kinds that the record of a work can contain.
  public static let inWorks = ofWorks + overrides

  /// The record field that stores the fact.
  var field: String { "fact.\(name)" }

  /// The record field that marks a fact as set by a file or a program before the person set it.
  var suppliedField: String { "supplied.\(name)" }
}

extension FactKind {
  /// Returns the value to store for a text that a person typed.
  ///
  /// Throws `diversity.unknown_value` for a text that is not in the list; the error names the list.
  public func value(typed text: String) throws(CairnError) -> String {
    switch self {
    case .region: try chosen(text, Category.regions)
    case .gender: try chosen(text, Category.genders)
    case .ownVoices: try chosen(text, Category.answers)
    case .accessibility: try features(text)
    case .originalLanguage: try Language(typed: text).value
    case .nationality: try line(text)
    default: try year(text)
    }
  }

  /// Returns a stored value as text for display; an unknown value is returned unchanged.
  public func label(of value: String) -> String {
    switch self {
    case .region: Category.label(of: value, in: Category.regions)
    case .gender: Category.label(of: value, in: Category.genders)
    case .ownVoices: Category.label(of: value, in: Category.answers)
    case .accessibility: Category.labels(of: value)
    case .originalLanguage: Language(value: value).label
    default: value
    }
  }

  /// The values offered for selection; empty if any text is valid.
  public var choices: [Category] {
    switch self {
    case .region: Category.regions
    case .gender: Category.genders
    case .ownVoices: Category.answers
    case .accessibility: Category.features + [.noFeature]
    case .originalLanguage: Language.common
    default: []
    }
  }

  private func chosen(_ text: String, _ list: [Category]) throws(CairnError) -> String {
    if let known = list.first(where: { $0.matches(by: text) }) { return known.value }
    throw refusal(
      text,
      "Choose one of \(Category.listed(list)), or leave it empty if unknown."
    )
  }

  /// Parses features separated by commas, or in their stored form, and removes duplicates.
  private func features(_ text: String) throws(CairnError) -> String {
    let all = Category.features + [.noFeature]
    let stored = text.split(separator: " ").map { String($0) }
    let isStored = stored.allSatisfy { word in all.contains { $0.value == word } }
    var names: [String] = []
    for word in isStored ? stored : text.split(separator: ",").map({ String($0) }) {
      names.append(try chosen(word, all))
    }
    let found = all.map { $0.value }.filter { names.contains($0) }
    guard !found.isEmpty, found.count == 1 || !found.contains(Category.noFeature.value) else {
      throw refusal(text, "Choose from \(Category.listed(Category.features)), or none.")
    }
    return found.joined(separator: " ")
  }

  private func line(_ text: String) throws(CairnError) -> String {
    let word = trimmed(text)
    if (1...60).contains(word.utf8.count), !word.utf8.contains(where: { $0 < 0x20 }) { return word }
    throw refusal(text, "Give one line of 1 to 60 bytes.")
  }

  private func year(_ text: String) throws(CairnError) -> String {
    if let year = Int64(trimmed(text)), (-9_999...9_999).contains(year) { return String(year) }
    throw refusal(text, "Give a year from -9999 to 9999.")
  }

  func refusal(_ text: String, _ hint: String) -> CairnError {
    let noun =
      switch self {
      case .birthYear, .deathYear: "a year"
      case .originalLanguage: "a language Cairn knows"
      default: "a known \(label)"
      }
    return CairnError(
      "diversity.unknown_value",
      "“\(text.prefix(40))” is not \(noun).",
      hint: hint
    )
  }
}
