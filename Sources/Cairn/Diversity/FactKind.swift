/// One respect in which something can be known of an author or a work.
public struct FactKind: Named {
  /// Its place among ``all``, by which it is told apart and facts are kept: it is looked up for each
  /// author of each book.
  let place: Int8

  private init(_ place: Int8) { self.place = place }

  /// The cultural region an author is from, one of ``Category/regions``.
  public static let region = FactKind(0)
  /// The gender identity of an author, one of ``Category/genders``.
  public static let gender = FactKind(1)
  /// The nationality of an author in the person's own word.
  public static let nationality = FactKind(2)
  /// The year an author was born; negative before the common era.
  public static let birthYear = FactKind(3)
  /// The year an author died.
  public static let deathYear = FactKind(4)
  /// The language a work was written in, see ``Language``.
  public static let originalLanguage = FactKind(5)
  /// Whether a work tells of a group its author belongs to: `yes` or `no`.
  public static let ownVoices = FactKind(6)
  /// What makes a work readable for more people: names of ``Category/features``, or `none`.
  public static let accessibility = FactKind(7)

  /// The stored name: `region`.
  public var name: String { Self.told[Int(place)].name }
  /// What a person calls it: `cultural region`.
  public var label: String { Self.told[Int(place)].words.1 }
  /// The same as a heading: `Cultural region`.
  package var title: String { Self.told[Int(place)].words.0 }
  /// Whether it is about authors; a work can then overrule it for itself.
  public var isOfAuthor: Bool { place < 5 }

  private static let told: [(name: String, words: (String, String))] = [
    ("region", DiversityWords.region), ("gender", DiversityWords.gender),
    ("nationality", DiversityWords.nationality), ("birthYear", DiversityWords.birthYear),
    ("deathYear", DiversityWords.deathYear),
    ("originalLanguage", DiversityWords.originalLanguage),
    ("ownVoices", DiversityWords.ownVoices), ("accessibility", DiversityWords.accessibility),
  ]

  /// What can be known of authors.
  public static let ofAuthors = [region, gender, nationality, birthYear, deathYear]
  /// What can be known of works themselves.
  public static let ofWorks = [originalLanguage, ownVoices, accessibility]
  /// What a work can overrule of its authors.
  public static let overrides = [region, gender, nationality]
  /// All there are.
  public static let all = ofAuthors + ofWorks
  /// All a record of a work can hold.
  static let inWorks = ofWorks + overrides

  /// The field of a record that holds it.
  var field: String { "fact.\(name)" }

  /// The field of a record that says that a file or a program knew it before the person said it.
  var suppliedField: String { "supplied.\(name)" }
}

extension FactKind {
  /// The word that is stored for what a person typed.
  ///
  /// Strict: throws `diversity.unknown_value` for a word that is not in the list, naming the list.
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

  /// A stored word as a person reads it; one that is not known here as it is.
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

  /// The words a person chooses from; none where any word is taken.
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
    if let known = list.first(where: { $0.isMeant(by: text) }) { return known.value }
    throw refusal(
      text,
      "Choose one of: \(Category.listed(list)). Leave it out where it is unknown."
    )
  }

  /// Features with commas between them, or as they are stored; each once.
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
      throw refusal(text, "Give some of \(Category.listed(Category.features)), or none alone.")
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
    CairnError(
      "diversity.unknown_value",
      "Cairn does not know “\(text.prefix(40))” as \(label).",
      hint: hint
    )
  }
}
