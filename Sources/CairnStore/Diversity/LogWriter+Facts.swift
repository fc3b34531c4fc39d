public import Cairn
import CairnActions

extension LogWriter {
  /// Returns an author; throws `diversity.author_not_found`.
  public func author(_ id: Identifier<Author>) throws -> Author {
    if let author = try find(Author.self, id.record) { return author }
    throw CairnError(
      "diversity.author_not_found",
      "There is no such author.",
      hint: "List the authors."
    )
  }

  /// Sets facts of an author, nil removes one; they apply to all their books without an override.
  ///
  /// Adds one history entry for any number of books. Throws the errors of `Author.set(_:_:from:)`,
  /// `diversity.invalid_years` for a future year, and `diversity.author_not_found`.
  @discardableResult
  public func set(
    _ facts: [FactKind: String?],
    of id: Identifier<Author>,
    from source: FactSource = .me
  ) throws -> Author {
    var author = try author(id)
    title = "Details of \(author.name) edited"
    for (kind, value) in facts.inOrder { try author.set(kind, value, from: source) }
    try requirePast(author.facts, of: facts)
    try save(author)
    return author
  }

  /// Sets facts of a book or overrides its authors' facts; nil removes one, so the author's fact applies again.
  ///
  /// Throws the errors of `Work.set(_:_:from:)`, and `reading.not_on_shelf`.
  @discardableResult
  public func set(
    _ facts: [FactKind: String?],
    of id: Identifier<Entry>,
    from source: FactSource = .me
  ) throws -> Work {
    var work = try book(id).work
    title = "Details of “\(work.title)” edited"
    for (kind, value) in facts.inOrder { try work.set(kind, value, from: source) }
    try save(work)
    return work
  }

  /// Throws `diversity.invalid_years` if a year in `said` is in the future.
  private func requirePast(_ known: KnownFacts, of said: [FactKind: String?]) throws {
    // Uses the easternmost time zone, UTC+14, where a year starts first.
    let year = try Int64(day(at: now + .minutes(14 * 60), zone: "UTC").year)
    for kind in [FactKind.birthYear, .deathYear] where said[kind] != nil {
      guard let knownYear = known.value(kind).flatMap({ Int64($0) }), knownYear > year else {
        continue
      }
      throw CairnError(
        "diversity.invalid_years",
        "The \(kind.label) \(knownYear) is in the future.",
        hint: "Correct the year, or remove it."
      )
    }
  }

  /// Enables or disables questions about an author; throws `diversity.author_not_found`.
  public func ask(_ isAsked: Bool, about id: Identifier<Author>) throws {
    var author = try author(id)
    title = "Questions about \(author.name) turned \(isAsked ? "on" : "off")"
    author.facts.isAskingDisabled = !isAsked
    try save(author)
  }

  /// Enables or disables questions about a book; throws `reading.not_on_shelf`.
  public func ask(_ isAsked: Bool, about id: Identifier<Entry>) throws {
    var work = try book(id).work
    title = "Questions about “\(work.title)” turned \(isAsked ? "on" : "off")"
    work.facts.isAskingDisabled = !isAsked
    try save(work)
  }
}

extension [FactKind: String?] {
  /// The facts in the order of ``FactKind/all``, so that the same invalid one is reported first each time.
  fileprivate var inOrder: [(FactKind, String?)] {
    FactKind.all.compactMap { kind in self[kind].map { (kind, $0) } }
  }
}
