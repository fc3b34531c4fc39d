public import Cairn
import CairnActions
import CairnSQL

/// The fate of the open session that was deleted with a restored book.
public enum RestoredSession: Sendable, Equatable {
  /// There was no open session.
  case none
  /// It was restored, paused when it was deleted, or ended then if another session is open.
  case restored(SessionRow)
  /// It was not restored, because another session now occupies its time.
  case taken(by: SessionRow)
}

extension LogWriter {
  /// Restores a deleted book with its read-throughs, shelves and notes, and the open session deleted with it.
  ///
  /// The session is paused, because it is unknown whether the person continued to read. Throws `reading.not_deleted`,
  /// and `reading.merged` if the book was merged into another.
  @discardableResult
  public func restoreBook(_ id: Identifier<Entry>) throws -> RestoredSession {
    guard let deleted = try DeletedEntryQuery.find(id, in: connection) else {
      throw CairnError(
        "reading.not_deleted",
        "There is no such deleted book.",
        hint: "List the deleted books."
      )
    }
    guard deleted.mergedInto == nil else {
      throw CairnError(
        "reading.merged",
        "“\(deleted.title)” was merged into another book.",
        hint: "Undo the merge to separate them."
      )
    }
    title = "“\(deleted.title)” restored"
    let session = try sessionDeleted(with: id)
    var fields = Fields()
    fields[RecordField.deleted] = .null
    try set(fields, Entry.recordKind, id.record)
    return try session.map(reinstate) ?? .none
  }

  /// Returns the session deleted in the same mutation as a book, paused at that time.
  private func sessionDeleted(with id: Identifier<Entry>) throws -> Session<Reading>? {
    let entry = try RecordTable.find(Entry.recordKind, id.record, in: connection)
    guard let stamp = entry?.stamp(of: RecordField.deleted),
      let action = try MutationTable.find(stamp, in: connection),
      let change = action.changes.first(where: { $0.kind == SessionRecord.kind }),
      let record = try RecordTable.find(change.kind, change.id, in: connection),
      record.deletion != nil, record.stamp(of: RecordField.deleted) == stamp
    else { return nil }
    var session = try Session<Reading>(recordID: record.id, fields: record.fields)
    if case .running(let since) = session.timeline.state {
      try session.pause(at: max(since, action.at))
    }
    return session
  }

  private func reinstate(_ paused: Session<Reading>) throws -> RestoredSession {
    var session = paused
    if try SessionQuery.open(Reading.kind, in: connection) != nil {
      try session.end(at: now, zone: session.zone, allowShort: true)
    }
    if let other = try conflicts(of: session).first { return .taken(by: other) }
    try save(session)
    return .restored(try row(session.id))
  }
}
