public import Cairn

/// Merges a book with everything that belongs to it into another.
///
/// Moves sessions, read-throughs, editions, annotations, shelves, tags, notes and import references
/// (`Book.merge(_:)`), in one history entry for any number of sessions.
public struct MergeBooks: Sendable {
  /// The book that stays.
  public var book: Identifier<Entry>
  /// The book that is merged into it.
  public var other: Identifier<Entry>

  /// Creates the act.
  public init(_ book: Identifier<Entry>, _ other: Identifier<Entry>) {
    (self.book, self.other) = (book, other)
  }

  /// Merges the books and returns the result.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.same_book` if the ids are equal.
  @discardableResult
  public func run(in store: some LibraryStore) throws(CairnError) -> Book {
    guard book != other else { throw Self.same }
    var (book, source) = (try store.book(book), try store.book(other))
    store.title = "“\(source.work.title)” merged into “\(book.work.title)”"
    store.beginBatch()
    let editions = try store.moveEditions(from: source.work.id, to: book.work.id)
    let unnamed = source.entry.fallbackEdition
    let edition = { (theirs: Identifier<Edition>?) in
      (theirs ?? unnamed).map { editions[$0]?.id ?? $0 }
    }
    source.edition = source.edition.flatMap { editions[$0.id] }
    for index in source.readThroughs.indices where source.readThroughs[index].outcome == .finished {
      source.readThroughs[index].edition = edition(source.readThroughs[index].edition)
    }
    if let own = book.edition { book.edition = try store.find(Edition.self, own.id.record) }
    let joined = book.merge(source)
    try store.moveSessions(from: other, to: book.entry.id) { detail in
      detail.readThrough = joined[detail.readThrough] ?? detail.readThrough
      detail.edition = edition(detail.edition)
    }
    try store.deleteReadThroughs(joined.keys)
    try store.moveAnnotations(from: other, to: book.entry.id)
    try markMerged(source.entry, store)
    try store.save(book)
    return book
  }

  private func markMerged(_ entry: Entry, _ store: some LibraryStore) throws(CairnError) {
    var entry = entry
    entry.mergedInto = book
    try store.save(entry)
    try store.delete(Entry.recordKind, entry.id.record)
  }

  private static var same: CairnError {
    CairnError(
      "reading.same_book",
      "A book cannot be merged with itself.",
      hint: "Choose two books."
    )
  }
}

// The parts of a merge that follow, too, when another device added to a merged book.

extension LibraryStore {
  /// Moves the editions of a duplicate to the work and returns the resulting edition of each.
  ///
  /// Fills an existing edition with the same ISBN instead of adding another.
  package func moveEditions(
    from other: Identifier<Work>,
    to work: Identifier<Work>
  ) throws(CairnError) -> [Identifier<Edition>: Edition] {
    guard other != work else { return [:] }
    let own = try editions(of: work)
    var moved: [Identifier<Edition>: Edition] = [:]
    for edition in try editions(of: other) {
      var result = edition.moved(to: work)
      if var same = own.first(where: { $0.isbn != nil && $0.isbn == edition.isbn }) {
        same.fill(from: edition)
        result = same
        try delete(Edition.recordKind, edition.id.record)
      }
      moved[edition.id] = result
      try save(result)
    }
    return moved
  }

  /// Moves the sessions of a book to another; `fit` adjusts each one's details.
  package func moveSessions(
    from other: Identifier<Entry>,
    to id: Identifier<Entry>,
    _ fit: (inout Reading) -> Void
  ) throws(CairnError) {
    for session in try sessions(of: other) {
      try change(session, as: Reading.self) { session in
        session.detail.entry = id
        fit(&session.detail)
      }
    }
  }

  /// Deletes read-throughs that became part of others.
  package func deleteReadThroughs(
    _ merged: some Sequence<Identifier<ReadThrough>>
  ) throws(CairnError) {
    for reading in merged.sorted(by: { $0.record < $1.record }) {
      try delete(ReadThrough.recordKind, reading.record)
    }
  }

  /// Moves the annotations of a book to another.
  package func moveAnnotations(
    from other: Identifier<Entry>,
    to id: Identifier<Entry>
  ) throws(CairnError) {
    for var annotation in try annotations(of: other) {
      annotation.entry = id
      try save(annotation)
    }
  }
}
