import Cairn
import CairnReports

extension LogWriter {
  /// Undoes the start of a session except the session itself: an added book, a read-through, shortened sessions.
  ///
  /// Keeps what was changed since or is used elsewhere.
  func undoStart(of id: SessionID) throws {
    guard let start = try start(of: id) else { return }
    let parts = try MutationTable.parts(of: start.id, in: connection)
    let changes = parts.flatMap(\.changes).filter { $0.id != id.record }
    let created = Set(changes.filter(\.isCreation).map(\.id))
    let kept = created.intersection(try retainedRecords(parts.map { $0.without(id.record) }))
    for change in try undo(of: start, parts, turn: 0).changes
    where change.id != id.record && !kept.contains(change.id) {
      try set(change.set, change.kind, change.id)
    }
  }

  /// Returns the history entry that started a session; nil if a log merge added it.
  private func start(of id: SessionID) throws -> HistoryRow? {
    // The kind is set when the session is created and never changes.
    let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
    guard let startStamp = record?.stamp(of: "kind"),
      let entry = try MutationTable.find(startStamp, in: connection)?.entry,
      try !MutationTable.isLogMerge(entry, in: connection)
    else { return nil }
    return try HistoryQuery.find(entry, in: connection)
  }
}

extension Mutation {
  /// Returns a copy without the changes to one record.
  fileprivate func without(_ id: RecordID) -> Mutation {
    var copy = self
    copy.changes.removeAll { $0.id == id }
    return copy
  }
}
