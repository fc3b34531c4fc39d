import Cairn
import CairnSQL

extension LogWriter {
  /// Takes back what moved late sessions of duplicates to what these were merged into.
  ///
  /// A merge moves what its device knows. What another device read, heard or climbed of the duplicate meanwhile
  /// came later, by lines of their own (``followMerges(in:)``); with the merge undone it belongs to the
  /// duplicate again. What was changed since stays as it is. Gives what the lines had changed.
  func takeBackLateMoves(of merge: HistoryRow, _ report: inout UndoReport) throws -> [Change] {
    var changes: [Change] = []
    for duplicate in try duplicates(mergedBy: merge) {
      for move in try lateMoves(of: duplicate, after: merge) {
        let own = move.changes(of: duplicate)
        changes += own
        for change in own.reversed() where try belongsBack(change, move) {
          try takeBack(change, UndoneStep(stamp: move.stamp), true, &report)
        }
      }
    }
    return changes
  }

  /// Follows the merges that somebody has undone who had not heard of what came late.
  func followUndoneMerges(in push: SyncPush) throws {
    for line in push.lines where line.mutation.part == 1 && !line.onlyTells {
      let found = try line.mutation.undoes.flatMap { try HistoryQuery.find($0, in: connection) }
      guard let target = found, target.undoes == nil, !target.stands else { continue }
      var report = UndoReport(title: target.title, isRedo: false, node: target.node)
      _ = try takeBackLateMoves(of: target, &report)
      if report.undone > 0 { title = "Move what came late back, as “\(target.title)” was undone" }
    }
  }

  private static let mergeable = [Entry.recordKind, Story.recordKind, SessionRecord.kind]

  /// The books, stories and sessions that a line merged into others.
  private func duplicates(mergedBy line: HistoryRow) throws -> [RecordID] {
    guard line.undoes == nil else { return [] }
    return try MutationTable.parts(of: line.id, in: connection).flatMap(\.changes).compactMap {
      change in
      guard Self.mergeable.contains(change.kind),
        case .text = change.set["mergedInto"]
      else { return nil }
      return change.id
    }
  }

  /// What moved things of a duplicate after it was merged, the latest first.
  private func lateMoves(of duplicate: RecordID, after merge: HistoryRow) throws -> [Mutation] {
    let parts = try MutationTable.parts(of: merge.id, in: connection)
    guard let stamp = parts.map(\.stamp).max() else { return [] }
    return try MutationTable.all(mentioning: duplicate, after: stamp, in: connection).filter {
      try $0.undoes == nil && HistoryQuery.find($0.line, in: connection)?.stands == true
        && !$0.changes(of: duplicate).isEmpty
    }
  }

  /// Whether the merge stands out of which a rule let something stand for itself again, and nobody has done that.
  private func belongsBack(_ change: Change, _ move: Mutation) throws -> Bool {
    let heir = change.was["mergedInto"]
    guard case .text = heir else { return true }
    let record = try RecordTable.find(change.kind, change.id, in: connection)
    let merge = try steps(of: change.id).first { step in
      step.stamp < move.stamp
        && step.changes.contains { $0.id == change.id && $0.set["mergedInto"] == heir }
    }
    guard let merge, record?.stamp(of: "mergedInto") == move.stamp else { return false }
    return try HistoryQuery.find(merge.line, in: connection)?.stands == true
  }
}

extension Mutation {
  /// What it does to things of one duplicate: all of it, unless it moved things of others as well.
  fileprivate func changes(of duplicate: RecordID) -> [Change] {
    let own = changes.filter { $0.origin == duplicate.text }
    let others = changes.contains { $0.origin != nil && $0.origin != duplicate.text }
    return own.isEmpty || others ? own : changes
  }
}

extension Change {
  /// The book, story or session from which it takes something to another one, or lets it stand for itself again.
  fileprivate var origin: String? {
    if case .text(let from) = was["mergedInto"], self.set.contains("mergedInto") { return from }
    for name in ["entry", "story", "session"] {
      if case .text(let from) = was[name], case .text = self.set[name] { return from }
    }
    return nil
  }
}
