import Cairn

extension LogWriter {
  /// Returns the session deleted in the same mutation as a book, paused at that time.
  func readingDeleted(with id: Identifier<Entry>) throws -> Session<Reading>? {
    let entry = try RecordTable.find(Entry.recordKind, id.record, in: connection)
    guard let stamp = entry?.deletionStamp,
      let action = try MutationTable.find(stamp, in: connection),
      let change = action.changes.first(where: { $0.kind == SessionRecord.kind }),
      let record = try RecordTable.find(change.kind, change.id, in: connection),
      record.deletionStamp == stamp
    else { return nil }
    var session = try Session<Reading>(recordID: record.id, fields: record.fields)
    if case .running(let since) = session.timeline.state {
      try session.pause(at: max(since, action.at))
    }
    return session
  }
}
