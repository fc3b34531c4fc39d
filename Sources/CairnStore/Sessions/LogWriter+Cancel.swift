public import Cairn
import CairnSQL

extension LogWriter {
  /// Throws an open session away, with all that its start did beside it: the book it added, the reading it began,
  /// the sessions it shortened.
  ///
  /// What was changed again since, or is used by something else, stays. A session that is not there changes nothing.
  public func cancel(_ id: SessionID) throws {
    try delete(SessionRecord.kind, id.record)
    guard let start = try start(of: id) else { return }
    let parts = try MutationTable.parts(of: start.id, in: connection).map { $0.without(id.record) }
    let kept = try keeping(parts)
    let others = try OtherSteps(beside: start, parts, in: connection)
    var report = UndoReport(title: start.title, isRedo: false, node: start.node)
    try takeBack(parts, others, keeping: kept, keepChanged: true, &report)
  }

  /// The line of history that began a session; nil when a join brought it.
  private func start(of id: SessionID) throws -> HistoryRow? {
    // What kind of session it is was said when it was made, and never again.
    let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
    guard let made = record?.stamp(of: "kind"),
      let line = try MutationTable.find(made, in: connection)?.line,
      try !MutationTable.isJoin(line, in: connection)
    else { return nil }
    return try HistoryQuery.find(line, in: connection)
  }
}

extension Mutation {
  /// The same without what it changes of one record.
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
