import Cairn
import CairnActions
import CairnReports
import CairnStore

extension LogWriter {
  /// Sets the values that there would be without merges of sessions, except for what was changed since.
  ///
  /// Unlike their undo it is an act: it knows of what lost against the merges, and is undone like an edit. What
  /// followed automatically from the merges is undone first, in entries of its own. Throws `session.overlap` if a
  /// target still has the time of what was merged.
  func separate(_ merges: [Mutation]) throws {
    let ids = Set(merges.map(\.entry))
    let entries = try ids.sorted().compactMap { try HistoryQuery.find($0, in: connection) }
    var consequences: [HistoryRow] = []
    for rule in try entries.flatMap({ try automaticConsequences(of: $0) })
    where !consequences.contains(where: { $0.id == rule.id }) { consequences.append(rule) }
    let overlaps = try overlappingSessions(of: consequences + entries)
    try revertFirst(consequences)
    for entry in entries { try setValues(of: entry, without: ids) }
    try requireNoNewOverlaps(of: consequences + entries, but: overlaps)
  }

  /// Sets the fields of a merge to their values without all these merges, and those that were changed since again.
  private func setValues(of merge: HistoryRow, without merges: Set<RecordID>) throws {
    let parts = try MutationTable.parts(of: merge.id, in: connection)
    let undo = try undo(of: merge, parts, turn: 0, without: merges)
    for change in parts.flatMap(\.netChanges) {
      let old = try RecordTable.find(change.kind, change.id, in: connection)
      guard let fields = old?.fields else { continue }
      let former = undo.changes.first { $0.id == change.id }?.set ?? Fields()
      var (set, was) = (Fields(), Fields())
      for name in change.set.names {
        set[name] = former.contains(name) ? former[name] : fields[name]
        was[name] = fields[name]
      }
      try store(Change(kind: change.kind, id: change.id, set: set, was: was), over: old)
    }
  }

  /// Returns the acts that merged a deleted session, or others into it, without knowledge of the deletion.
  ///
  /// Without these merges, the other sessions keep their time.
  func unknownMerges(_ conflictView: ConflictView) throws -> [Mutation] {
    guard conflictView.isOfDeletion, !conflictView.isMerged else { return [] }
    let (kind, id) = (conflictView.conflict.kind, conflictView.conflict.about)
    let deletion = try acts(on: id) { $0.deletion != nil }.last
    return try RecordTable.ids(kind, sameAs: id, in: connection).flatMap { id in
      let merges = try merges(of: id)
      guard let last = merges.last else { return [Mutation]() }
      return deletion?.isConcurrent(with: last) ?? true ? merges : []
    }
  }

  /// Returns the acts in effect that merged a session into its target, by stamp; none if it is not merged.
  func merges(of id: RecordID) throws -> [Mutation] {
    guard let record = try RecordTable.find(SessionRecord.kind, id, in: connection),
      record.hasTarget
    else { return [] }
    let target = record.fields[RecordField.mergedInto]
    return try acts(on: id) { $0[RecordField.mergedInto] == target }
  }

  /// Returns the acts in effect that set such fields of a record, by stamp.
  private func acts(on id: RecordID, where isMeant: (Fields) -> Bool) throws -> [Mutation] {
    let undone = try MutationTable.undoneEntries(in: connection)
    return try MutationTable.acts(onAnyOf: [id], undone, in: connection)
      .filter { !undone.contains($0.entry) && $0.change(of: id).map { isMeant($0.set) } == true }
      .sorted { $0.stamp < $1.stamp }
  }
}
