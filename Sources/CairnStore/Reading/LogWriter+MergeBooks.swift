public import Cairn
import CairnSQL

extension LogWriter {
  /// Makes two books of the shelf one: `other` goes into `id` with all that belongs to it.
  ///
  /// Sessions, readings, editions, annotations, shelves, tags, notes and what an import will say of it go along
  /// (`Book.merge(_:)`). One line of history, however many sessions. Throws
  /// `reading.not_on_shelf`, and `reading.same_book` for a book with itself.
  @discardableResult
  public func mergeBooks(
    _ id: Identifier<Entry>,
    _ other: Identifier<Entry>
  ) throws -> Book {
    guard id != other else {
      throw CairnError(
        "reading.same_book",
        "A book cannot be merged with itself.",
        hint: "Name two books."
      )
    }
    var (book, theirs) = (try book(id), try self.book(other))
    title = "Merge “\(theirs.work.title)” into “\(book.work.title)”"
    beginBatch()
    let editions = try moveEditions(from: theirs.work.id, to: book.work.id)
    let unnamed = theirs.entry.unnamedEdition
    let theirEdition = { (edition: Identifier<Edition>?) in
      (edition ?? unnamed).map { editions[$0]?.id ?? $0 }
    }
    theirs.edition = theirs.edition.flatMap { editions[$0.id] }
    for index in theirs.readThroughs.indices where theirs.readThroughs[index].outcome == .finished {
      theirs.readThroughs[index].edition = theirEdition(theirs.readThroughs[index].edition)
    }
    book.edition = try book.edition.flatMap { try find(Edition.self, $0.id.record) }
    let joined = book.merge(theirs)
    try moveSessions(from: other, to: id) { detail in
      detail.readThrough = joined[detail.readThrough] ?? detail.readThrough
      detail.edition = theirEdition(detail.edition)
    }
    for reading in joined.keys.sorted(by: { $0.record < $1.record }) {
      try delete(ReadThrough.recordKind, reading.record)
    }
    try moveAnnotations(from: other, to: id)
    try deadLetter(theirs.entry, into: id)
    try save(book)
    return book
  }

  /// Makes editions of the duplicate editions of the book, and gives what has become of each.
  ///
  /// One with an ISBN that is there fills that one up.
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

  /// Gives a book the sessions of another, with what else of each has to fit.
  func moveSessions(
    from other: Identifier<Entry>,
    to id: Identifier<Entry>,
    _ fit: (inout Reading) throws -> Void
  ) throws {
    let ids = try connection.all(
      "SELECT session FROM reading WHERE entry = \(other) ORDER BY session"
    ) { SessionID(try $0.id(0)) }
    for session in ids {
      try change(session, as: Reading.self) { session in
        session.detail.entry = id
        try fit(&session.detail)
      }
    }
  }

  private func deadLetter(_ entry: Entry, into id: Identifier<Entry>) throws {
    var entry = entry
    entry.mergedInto = id
    try save(entry)
    try delete(Entry.recordKind, entry.id.record)
  }
}
