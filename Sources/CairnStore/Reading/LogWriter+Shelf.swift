public import Cairn
import CairnSQL

extension LogWriter {
  /// Changes how the person stands to a book, with the dates that follow.
  ///
  /// A reason is for giving up; throws `reading.reason` with any other status. Returns whether it
  /// was read already, so that to say `read` noted no other reading.
  @discardableResult
  public func become(
    _ status: ReadingStatus,
    _ id: Identifier<Entry>,
    reason: String? = nil,
    zone: String
  ) throws -> Bool {
    var book = try book(id)
    let isReadAlready = status == .read && book.isReadAlready
    title = "Mark “\(book.work.title)” as \(status.label)"
    let today = try day(at: now, zone: zone)
    book.become(status, today: today, newID: newID)
    if let reason { try book.note(reason: reason, today: today, newID: newID) }
    try save(book)
    return isReadAlready
  }

  /// Deletes a book; its sessions keep their time, and its title in lists.
  ///
  /// An open session of it is thrown away (spec/reading.md D7) only when `withOpenSession` says
  /// that the person knows; else throws `reading.session_open`. Gives that session.
  @discardableResult
  public func deleteBook(
    _ id: Identifier<Entry>,
    withOpenSession: Bool = false
  ) throws -> SessionRow? {
    let book = try book(id)
    title = "Delete “\(book.work.title)”"
    let open = try SessionQuery.open(Reading.kind, in: connection)
    let ofBook = try open.flatMap {
      try session($0.id, as: Reading.self).detail.entry == id ? $0 : nil
    }
    if let ofBook {
      guard withOpenSession else { throw Self.isOpen(ofBook) }
      title += " and its open session"
      try delete(SessionRecord.kind, ofBook.id.record)
    }
    try delete(Entry.recordKind, id.record)
    return ofBook
  }

  private static func isOpen(_ row: SessionRow) -> CairnError {
    CairnError(
      "reading.session_open",
      "A session of “\(row.title ?? "")” is open since \(row.startedAt.text).",
      hint: "Stop it first so that its time is kept, or say that it goes with the book."
    )
  }

  static var notDeleted: CairnError {
    CairnError(
      "reading.not_deleted",
      "There is no such deleted book.",
      hint: "List the deleted books."
    )
  }
}
