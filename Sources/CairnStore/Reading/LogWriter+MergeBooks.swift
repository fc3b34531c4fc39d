public import Cairn
import CairnActions
import CairnSQL

extension LogWriter {
  /// Merges book `other` with everything that belongs to it into `id`.
  ///
  /// Moves sessions, read-throughs, editions, annotations, shelves, tags, notes and import references
  /// (`Book.merge(_:)`). Adds one history entry for any number of sessions. Throws `reading.not_on_shelf`, and
  /// `reading.same_book` if the ids are equal.
  @discardableResult
  public func mergeBooks(
    _ id: Identifier<Entry>,
    _ other: Identifier<Entry>
  ) throws -> Book {
    guard id != other else {
      throw CairnError(
        "reading.same_book",
        "A book cannot be merged with itself.",
        hint: "Choose two books."
      )
    }
    var (book, source) = (try book(id), try self.book(other))
    title = "“\(source.work.title)” merged into “\(book.work.title)”"
    beginBatch()
    let editions = try moveEditions(from: source.work.id, to: book.work.id)
    let unnamed = source.entry.fallbackEdition
    let theirEdition = { (edition: Identifier<Edition>?) in
      (edition ?? unnamed).map { editions[$0]?.id ?? $0 }
    }
    source.edition = source.edition.flatMap { editions[$0.id] }
    for index in source.readThroughs.indices where source.readThroughs[index].outcome == .finished {
      source.readThroughs[index].edition = theirEdition(source.readThroughs[index].edition)
    }
    book.edition = try book.edition.flatMap { try find(Edition.self, $0.id.record) }
    let joined = book.merge(source)
    try moveSessions(from: other, to: id) { detail in
      detail.readThrough = joined[detail.readThrough] ?? detail.readThrough
      detail.edition = theirEdition(detail.edition)
    }
    for reading in joined.keys.sorted(by: { $0.record < $1.record }) {
      try delete(ReadThrough.recordKind, reading.record)
    }
    try moveAnnotations(from: other, to: id)
    try markMerged(source.entry, into: id)
    try save(book)
    return book
  }

  /// Moves the editions of a duplicate to the work and returns the resulting edition of each.
  ///
  /// Fills an existing edition with the same ISBN instead of adding another.
  func moveEditions(
    from other: Identifier<Work>,
    to work: Identifier<Work>
  ) throws -> [Identifier<Edition>: Edition] {
    let own = try editions(of: work)
    var moved: [Identifier<Edition>: Edition] = [:]
    for edition in try editions(of: other) where other != work {
      if var same = own.first(where: { $0.isbn != nil && $0.isbn == edition.isbn }) {
        same.fill(from: edition)
        moved[edition.id] = same
        try delete(Edition.recordKind, edition.id.record)
      } else {
        moved[edition.id] = edition.moved(to: work)
      }
      try moved[edition.id].map { try save($0) }
    }
    return moved
  }

  /// Moves the sessions of a book to another; `fit` adjusts each one's details.
  func moveSessions(
    from other: Identifier<Entry>,
    to id: Identifier<Entry>,
    _ fit: (inout Reading) throws(CairnError) -> Void
  ) throws {
    let ids = try connection.all(
      "SELECT session FROM reading WHERE entry = \(other) ORDER BY session"
    ) { SessionID(try $0.id(0)) }
    for session in ids {
      try change(session, as: Reading.self) { (session) throws(CairnError) in
        session.detail.entry = id
        try fit(&session.detail)
      }
    }
  }

  private func markMerged(_ entry: Entry, into id: Identifier<Entry>) throws {
    var entry = entry
    entry.mergedInto = id
    try save(entry)
    try delete(Entry.recordKind, entry.id.record)
  }
}
