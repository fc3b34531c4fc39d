public import Cairn
import CairnSQL

extension LogWriter {
  /// Changes how the person stands to a book, with the dates that follow.
  ///
  /// A reason is for giving up; throws `reading.reason` with any other status.
  public func become(
    _ status: ReadingStatus,
    _ id: Identifier<Entry>,
    reason: String? = nil,
    zone: String
  ) throws {
    var book = try book(id)
    title = "Mark “\(book.work.title)” as \(status.label)"
    let today = try day(at: now, zone: zone)
    book.become(status, today: today, newID: newID)
    if let reason { try book.note(reason: reason, today: today, newID: newID) }
    try save(book)
  }

  /// Deletes a book; its sessions keep their time and its title, and an open one of it is thrown
  /// away.
  public func deleteBook(_ id: Identifier<Entry>) throws {
    let book = try book(id)
    title = "Delete “\(book.work.title)”"
    for open in try SessionQuery.open(in: connection) where open.kind == Reading.kind {
      let session = try session(open.id, as: Reading.self)
      if session.detail.entry == id { try delete(SessionRecord.kind, open.id.record) }
    }
    try delete(Entry.recordKind, id.record)
  }

  /// Brings a deleted book back with its readings, shelves and notes.
  ///
  /// A session that was thrown away with it stays away. Throws `reading.not_deleted`, and
  /// `reading.merged` for a duplicate that went into another book.
  public func restoreBook(_ id: Identifier<Entry>) throws {
    guard let deleted = try DeletedEntryQuery.find(id, in: connection) else {
      throw CairnError(
        "reading.not_deleted",
        "There is no such deleted book.",
        hint: "`cairn shelf --deleted` lists those that were deleted."
      )
    }
    guard deleted.mergedInto == nil else {
      throw CairnError(
        "reading.merged",
        "“\(deleted.title)” went into another book and is no book of its own.",
        hint: "Undo the merge to part them: `cairn history` has its id."
      )
    }
    title = "Restore “\(deleted.title)”"
    var fields = Fields()
    fields[RecordField.deleted] = .null
    try set(fields, Entry.recordKind, id.record)
  }
}
