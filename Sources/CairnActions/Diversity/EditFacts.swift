public import Cairn

/// Edits facts of an author or a book, and whether questions are asked about it.
///
/// A fact of an author applies to all their books without an override.
public struct EditFacts: Sendable {
  /// An author or a book.
  public enum Subject: Sendable {
    /// An author.
    case author(Identifier<Author>)
    /// A book, whose facts may override those of its authors.
    case book(Identifier<Entry>)
  }

  /// The author or the book.
  public var subject: Subject
  /// The new values; nil clears a fact, so that the author's applies to a book again.
  public var facts: [FactKind: String?]
  /// Where the values come from.
  public var source: FactSource
  /// Whether questions are asked about the subject; nil leaves that unchanged.
  public var questionsEnabled: Bool?

  /// Creates the act.
  public init(
    of subject: Subject,
    _ facts: [FactKind: String?] = [:],
    from source: FactSource = .me,
    questionsEnabled: Bool? = nil
  ) {
    (self.subject, self.facts, self.source) = (subject, facts, source)
    self.questionsEnabled = questionsEnabled
  }

  /// Applies the changes, in one history entry for any number of books.
  ///
  /// Throws `diversity.author_not_found`, `diversity.invalid_years` for a future year, `reading.not_on_shelf`, and the
  /// errors of `Author.set(_:_:from:)` and `Work.set(_:_:from:)`.
  public func run(in store: some RecordStore) throws(CairnError) {
    switch subject {
    case .author(let id): try edit(store.author(id), store)
    case .book(let id): try edit(store.book(id).work, store)
    }
  }

  private func edit(_ known: Author, _ store: some RecordStore) throws(CairnError) {
    var author = known
    store.title = title(author.name)
    for (kind, value) in ordered { try author.set(kind, value, from: source) }
    try requirePast(author.facts, store)
    if let questionsEnabled { author.facts.isAskingDisabled = !questionsEnabled }
    try store.save(author)
  }

  private func edit(_ known: Work, _ store: some RecordStore) throws(CairnError) {
    var work = known
    store.title = title("“\(work.title)”")
    for (kind, value) in ordered { try work.set(kind, value, from: source) }
    if let questionsEnabled { work.facts.isAskingDisabled = !questionsEnabled }
    try store.save(work)
  }

  private func title(_ name: String) -> String {
    guard facts.isEmpty, let questionsEnabled else { return "Details of \(name) edited" }
    return "Questions about \(name) turned \(questionsEnabled ? "on" : "off")"
  }

  /// The facts in the order of ``FactKind/all``, so that the same invalid one is reported first each time.
  private var ordered: [(FactKind, String?)] {
    FactKind.all.compactMap { kind in facts[kind].map { (kind, $0) } }
  }

  private func requirePast(_ known: KnownFacts, _ store: some RecordStore) throws(CairnError) {
    // Uses the easternmost time zone, UTC+14, where a year starts first.
    let year = Int64(try store.day(at: store.now + .minutes(14 * 60), zone: "UTC").year)
    for kind in [FactKind.birthYear, .deathYear] where facts[kind] != nil {
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
}

extension RecordStore {
  /// Returns an author; throws `diversity.author_not_found`.
  package func author(_ id: Identifier<Author>) throws(CairnError) -> Author {
    guard let author = try find(Author.self, id.record) else { throw .noAuthor }
    return author
  }
}

extension CairnError {
  /// The error for an unknown author: `diversity.author_not_found`.
  package static var noAuthor: CairnError {
    CairnError(
      "diversity.author_not_found",
      "There is no such author.",
      hint: "List the authors."
    )
  }
}
