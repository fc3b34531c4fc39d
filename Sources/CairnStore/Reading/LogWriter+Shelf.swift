public import Cairn
import CairnActions
import CairnSQL

extension LogWriter {
  /// Sets the reading status of a book and updates its dates; returns whether it was already read.
  ///
  /// Marking a read book as read adds no read-through. Throws `reading.reason_not_applicable` if a `reason` is given
  /// with any status but `didNotFinish`.
  @discardableResult
  public func changeStatus(
    _ status: ReadingStatus,
    _ id: Identifier<Entry>,
    reason: String? = nil,
    zone: String
  ) throws -> Bool {
    var book = try book(id)
    let isReadAlready = status == .read && book.isReadAlready
    title = "“\(book.work.title)” marked as \(status.label)"
    let today = try day(at: now, zone: zone)
    book.changeStatus(status, today: today, newID: newID)
    if let reason { try book.setReason(reason: reason, today: today, newID: newID) }
    try save(book)
    return isReadAlready
  }

  /// Deletes a book and returns its open session, if any; its sessions keep their time and title.
  ///
  /// `withOpenSession` confirms that the open session is deleted too (spec/reading.md D7); otherwise throws
  /// `reading.session_open`.
  @discardableResult
  public func deleteBook(
    _ id: Identifier<Entry>,
    withOpenSession: Bool = false
  ) throws -> SessionRow? {
    let book = try book(id)
    title = "“\(book.work.title)” deleted"
    let open = try SessionQuery.open(Reading.kind, in: connection)
    let ofBook = try open.flatMap {
      try session($0.id, as: Reading.self).detail.entry == id ? $0 : nil
    }
    if let ofBook {
      guard withOpenSession else { throw Self.isOpen(ofBook) }
      title += " with its open session"
      try delete(SessionRecord.kind, ofBook.id.record)
    }
    try delete(Entry.recordKind, id.record)
    return ofBook
  }

  private static func isOpen(_ row: SessionRow) -> CairnError {
    CairnError(
      "reading.session_open",
      "A session of “\(row.title ?? "")” has been open since \(row.startedAt.text).",
      hint: "Stop it first to keep its time, or discard it with the book."
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
