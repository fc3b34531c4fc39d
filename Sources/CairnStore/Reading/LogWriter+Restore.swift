public import Cairn
import CairnSQL

/// The open session that was thrown away with a book, once the book is back.
public enum SessionOfRestored: Sendable, Equatable {
  /// There was none.
  case none
  /// It is back, paused at the moment it was thrown away, or ended there where another is open.
  case back(SessionRow)
  /// It stays away: its time is taken by another session by now.
  case taken(by: SessionRow)
}

extension LogWriter {
  /// Brings a deleted book back with its readings, shelves and notes, and with the open session
  /// that was thrown away with it.
  ///
  /// Nobody knows whether the person read on afterwards, so the session runs no further. Throws
  /// `reading.not_deleted`, and `reading.merged` for a duplicate that went into another book.
  @discardableResult
  public func restoreBook(_ id: Identifier<Entry>) throws -> SessionOfRestored {
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
        "“\(deleted.title)” went into another book and is no book of its own.",
        hint: "Undo the merge to part them."
      )
    }
    title = "Restore “\(deleted.title)”"
    let session = try sessionDeleted(with: id)
    var fields = Fields()
    fields[RecordField.deleted] = .null
    try set(fields, Entry.recordKind, id.record)
    return try session.map(bringBack) ?? .none
  }

  /// The session that the same action deleted that deleted a book, as far as it had got then.
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

  private func bringBack(_ paused: Session<Reading>) throws -> SessionOfRestored {
    var session = paused
    if try SessionQuery.open(Reading.kind, in: connection) != nil {
      try session.end(at: now, zone: session.zone, allowShort: true)
    }
    if let other = try conflicts(of: session).first { return .taken(by: other) }
    try save(session)
    return .back(try row(session.id))
  }
}
