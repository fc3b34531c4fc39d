public import Cairn

/// Deletes a book; its sessions keep their time and title.
public struct DeleteBook: Sendable {
  /// The book.
  public var book: Identifier<Entry>
  /// Whether to delete its open session, too (spec/reading.md D7).
  public var withOpenSession: Bool

  /// Creates the act.
  public init(_ book: Identifier<Entry>, withOpenSession: Bool = false) {
    (self.book, self.withOpenSession) = (book, withOpenSession)
  }

  /// Deletes the book and returns its open session, if any.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.session_open` unless `withOpenSession` is set.
  @discardableResult
  public func run<Store: RecordStore>(in store: Store) throws(CairnError) -> Store.Row? {
    let title = try store.book(book).work.title
    store.title = "“\(title)” deleted"
    let open = try openSession(store)
    if let open {
      guard withOpenSession else { throw Self.isOpen(open) }
      store.title += " with its open session"
      try store.delete(SessionRecord.kind, open.id.record)
    }
    try store.delete(Entry.recordKind, book.record)
    return open
  }

  private func openSession<Store: RecordStore>(_ store: Store) throws(CairnError) -> Store.Row? {
    guard let open = try store.openSession(Reading.kind),
      try store.session(open.id, as: Reading.self).detail.entry == book
    else { return nil }
    return open
  }

  private static func isOpen(_ row: some SessionSummary) -> CairnError {
    CairnError(
      "reading.session_open",
      "A session of “\(row.title ?? "")” has been open since \(row.timeline.start.text).",
      hint: "Stop it first to keep its time, or discard it with the book."
    )
  }
}

/// The fate of the open session that was deleted with a restored book.
public enum RestoredSession<Row> {
  /// There was no open session.
  case none
  /// It was restored, paused when it was deleted, or ended then if another session is open.
  case restored(Row)
  /// It was not restored, because another session now occupies its time.
  case taken(by: Row)
}

extension RestoredSession: Sendable where Row: Sendable {}
extension RestoredSession: Equatable where Row: Equatable {}

/// Restores a deleted book with its read-throughs, shelves and notes, and the open session deleted with it.
///
/// The session is paused, because it is unknown whether the person continued to read.
public struct RestoreBook: Sendable {
  /// The book.
  public var book: Identifier<Entry>

  /// Creates the act.
  public init(_ book: Identifier<Entry>) { self.book = book }

  /// Restores the book and returns the fate of its session.
  ///
  /// Throws `reading.not_deleted`, and `reading.merged` if the book was merged into another.
  @discardableResult
  public func run<Store: LibraryStore>(
    in store: Store
  ) throws(CairnError) -> RestoredSession<Store.Row> {
    let found = try store.findEvenIfDeleted(Entry.self, book.record)
    guard let found, found.deletion == Deletion.byPerson,
      let work = try store.find(Work.self, found.entity.work.record)
    else { throw .bookNotDeleted }
    guard found.entity.mergedInto == nil else { throw Self.merged(work) }
    store.title = "“\(work.title)” restored"
    let session = try store.sessionDeleted(with: book)
    try store.restore(Entry.recordKind, book.record)
    guard let session else { return .none }
    return try restore(session, store)
  }

  private func restore<Store: LibraryStore>(
    _ paused: Session<Reading>,
    _ store: Store
  ) throws(CairnError) -> RestoredSession<Store.Row> {
    var session = paused
    if try store.openSession(Reading.kind) != nil {
      try session.end(at: store.now, zone: session.zone, allowShort: true)
    }
    if let other = try store.conflicts(of: session).first { return .taken(by: other) }
    try store.save(session)
    return .restored(try store.requireSummary(of: session.id))
  }

  private static func merged(_ work: Work) -> CairnError {
    CairnError(
      "reading.merged",
      "“\(work.title)” was merged into another book.",
      hint: "Undo the merge to separate them."
    )
  }
}

extension CairnError {
  /// The error for a book that is not deleted: `reading.not_deleted`.
  package static var bookNotDeleted: CairnError {
    CairnError(
      "reading.not_deleted",
      "There is no such deleted book.",
      hint: "List the deleted books."
    )
  }
}
