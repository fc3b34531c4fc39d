import Cairn
import CairnReports

extension LogWriter {
  /// Undoes the start of a session except the session itself: an added book, a read-through, shortened sessions.
  ///
  /// Keeps what was changed since or is used elsewhere.
  func undoStart(of id: SessionID) throws {
    guard let start = try start(of: id) else { return }
    let parts = try MutationTable.parts(of: start.id, in: connection).map { $0.without(id.record) }
    let kept = try retainedRecords(parts)
    let others = try ConcurrentChanges(beside: start, parts, in: connection)
    var report = UndoReport(title: start.title, isRedo: false, node: start.node)
    try revert(parts, others, retainedRecords: kept, keepChanged: true, &report)
  }

  /// Returns the history entry that started a session; nil if a log merge added it.
  private func start(of id: SessionID) throws -> HistoryRow? {
    // The kind is set when the session is created and never changes.
    let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
    guard let startStamp = record?.stamp(of: "kind"),
      let line = try MutationTable.find(startStamp, in: connection)?.line,
      try !MutationTable.isLogMerge(line, in: connection)
    else { return nil }
    return try HistoryQuery.find(line, in: connection)
  }
}

extension Mutation {
  /// Returns a copy without the changes to one record.
  fileprivate func without(_ id: RecordID) -> Mutation {
    Mutation(
      id: self.id,
      stamp: stamp,
      at: at,
      title: title,
      line: line,
      part: part,
      undoes: undoes,
      changes: changes.filter { $0.id != id }
    )
  }
}
