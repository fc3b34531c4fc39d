public import Cairn

extension LogWriter {
  /// An author; throws `diversity.no_such_author`.
  public func author(_ id: Identifier<Author>) throws -> Author {
    if let author = try find(Author.self, id.record) { return author }
    throw CairnError(
      "diversity.no_such_author",
      "There is no such author.",
      hint: "List the authors."
    )
  }

  /// Notes what is known of an author, nil where something is no longer known; it holds for all
  /// their books that do not overrule it.
  ///
  /// One line of history, whatever the number of books. Throws what
  /// `Author.set(_:_:from:)` throws, `diversity.years` for a year to come, and
  /// `diversity.no_such_author`.
  @discardableResult
  public func set(
    _ facts: [FactKind: String?],
    of id: Identifier<Author>,
    from source: FactSource = .me
  ) throws -> Author {
    var author = try author(id)
    title = "Say what is known of \(author.name)"
    for (kind, value) in facts.inOrder { try author.set(kind, value, from: source) }
    try requirePast(author.facts, of: facts)
    try save(author)
    return author
  }

  /// Notes what is known of a book, or what it overrules of its authors; nil takes it away, so that
  /// what is known of the author holds again.
  ///
  /// Throws what `Work.set(_:_:from:)` throws, and `reading.not_on_shelf`.
  @discardableResult
  public func set(
    _ facts: [FactKind: String?],
    of id: Identifier<Entry>,
    from source: FactSource = .me
  ) throws -> Work {
    var work = try book(id).work
    title = "Say what is known of “\(work.title)”"
    for (kind, value) in facts.inOrder { try work.set(kind, value, from: source) }
    try save(work)
    return work
  }

  /// Throws `diversity.years` for a year that is still to come, of those that were said.
  private func requirePast(_ known: KnownFacts, of said: [FactKind: String?]) throws {
    // Where the year begins first, so that nobody waits for it.
    let year = try Int64(day(at: now + .minutes(14 * 60), zone: "UTC").year)
    for kind in [FactKind.birthYear, .deathYear] where said[kind] != nil {
      guard let told = known.value(kind).flatMap({ Int64($0) }), told > year else { continue }
      throw CairnError(
        "diversity.years",
        "The \(kind.label) is \(told), which is still to come.",
        hint: "Correct the year, or leave it out."
      )
    }
  }

  /// Asks nothing about an author any more, or again; throws `diversity.no_such_author`.
  public func ask(_ isAsked: Bool, about id: Identifier<Author>) throws {
    var author = try author(id)
    title = "\(isAsked ? "Ask again" : "Ask nothing more") about \(author.name)"
    author.facts.isAskingDisabled = !isAsked
    try save(author)
  }

  /// Asks nothing about a book any more, or again; throws `reading.not_on_shelf`.
  public func ask(_ isAsked: Bool, about id: Identifier<Entry>) throws {
    var work = try book(id).work
    title = "\(isAsked ? "Ask again" : "Ask nothing more") about “\(work.title)”"
    work.facts.isAskingDisabled = !isAsked
    try save(work)
  }
}

extension [FactKind: String?] {
  /// In the order of ``FactKind/all``, so that the first wrong one is always the same.
  fileprivate var inOrder: [(FactKind, String?)] {
    FactKind.all.compactMap { kind in self[kind].map { (kind, $0) } }
  }
}
