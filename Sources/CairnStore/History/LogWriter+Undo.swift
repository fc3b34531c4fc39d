public import Cairn
import CairnActions
package import CairnReports
import CairnSQL

/// The result of an undo or redo.
public struct UndoReport: Sendable, Equatable {
  /// The title of the entry that was reverted or restored.
  public let title: String
  /// Whether it was a redo.
  public let isRedo: Bool
  /// The node of the device that made the reverted entry.
  public let node: UInt32
  /// The number of reverted changes.
  public internal(set) var undone = 0
  /// The number of changes that were kept because their record was edited later.
  public internal(set) var kept = 0
}

extension LogWriter {
  /// Undoes a history entry: its fields get the values of the last acts in effect without it.
  ///
  /// Defaults to the latest entry by a person that is in effect. Never overwrites what a person edited later: throws
  /// `history.changed_since`, or with `keepChanged` leaves those values unchanged. Purges the records of a log
  /// merge. Throws `history.nothing_to_undo` or `history.not_found`.
  public func undo(_ entryID: RecordID?, keepChanged: Bool) throws -> UndoReport {
    let found =
      try entryID.map { try HistoryQuery.find($0, in: connection) }
      ?? HistoryQuery.lastUndoable(in: connection)
    guard let found else { throw Self.nothingToRevert(entryID, "undo") }
    let target = try act(of: found)
    if found.isUndo {
      guard found.isInEffect else { throw Self.notUndone(found) }
    } else {
      guard target.isInEffect else { throw Self.alreadyUndone(target) }
    }
    return try revert(target, isRedo: found.isUndo, keepChanged)
  }

  /// Redoes what an undo reverted: the latest one, or that of an entry.
  ///
  /// The entry is the undo, or the one it reverted. Like ``undo(_:keepChanged:)`` it never overwrites later edits.
  /// Throws `history.nothing_to_redo`, `history.not_undone`, `history.not_found` or `history.changed_since`.
  public func redo(_ entryID: RecordID? = nil, keepChanged: Bool = false) throws -> UndoReport {
    let found =
      try entryID.map { try HistoryQuery.find($0, in: connection) }
      ?? HistoryQuery.lastRedoable(in: connection)
    guard let found else { throw Self.nothingToRevert(entryID, "redo") }
    let target = try act(of: found)
    guard found.isUndo ? found.isInEffect : !target.isInEffect else { throw Self.notUndone(found) }
    return try revert(target, isRedo: true, keepChanged)
  }

  /// Returns the entry itself; for an undo or redo the entry that it is about.
  package func act(of entry: HistoryRow) throws -> HistoryRow {
    try entry.act.flatMap { try HistoryQuery.find($0, in: connection) } ?? entry
  }

  /// Reverts an entry after the automatic entries that it caused, each in its own entry; redo restores those, too.
  ///
  /// An automatic change depends on the edits of all devices, so it does not hold without one of them.
  private func revert(
    _ target: HistoryRow,
    isRedo: Bool,
    _ keepChanged: Bool
  ) throws -> UndoReport {
    if isRedo { try requireNoLogMerge(target.id) }
    let automaticEntries =
      isRedo ? try undoneAutomaticEntries(beside: target) : try automaticConsequences(of: target)
    let overlaps = try overlappingSessions(of: automaticEntries + [target])
    try revertFirst(isRedo ? [] : automaticEntries)
    let report = try revertEntry(target, keepChanged)
    for rule in isRedo ? automaticEntries : [] {
      try beginEntry()
      reply = nil
      _ = try revertEntry(rule, true)
    }
    try requireNoNewOverlaps(of: automaticEntries + [target], but: overlaps)
    return report
  }

  /// Undoes automatic entries, each in its own entry, before the requested one.
  package func revertFirst(_ automaticEntries: [HistoryRow]) throws {
    // The idempotency key belongs to the requested entry only.
    let requestedReply = reply
    reply = nil
    for rule in automaticEntries {
      _ = try revertEntry(rule, true)
      try beginEntry()
    }
    reply = requestedReply
  }

  /// Undoes an entry in effect, or redoes an undone one.
  package func revertEntry(_ target: HistoryRow, _ keepChanged: Bool) throws -> UndoReport {
    let parts = try MutationTable.parts(of: target.id, in: connection)
    let last = try HistoryQuery.lastUndo(of: target.id, in: connection)
    let isRedo = last?.isUndo == true
    let node = isRedo ? last?.node ?? target.node : target.node
    var report = UndoReport(title: target.title, isRedo: isRedo, node: node)
    title = (isRedo ? "Redone: " : "Undone: ") + target.title
    let turn = (last?.turn ?? 0) + 1
    (state.entry.undoes, state.entry.turn) = (target.id, turn)
    if target.parts > 1 { beginBatch() }
    // The undo gets an entry even if it changes nothing, because all was kept or set to the same elsewhere.
    state.entry.writesEmptyEntry = true
    if try MutationTable.isLogMerge(target.id, in: connection) {
      try revertLogMerge(parts, keepChanged, &report)
      return report
    }
    let kept = keepChanged && !isRedo ? try retainedRecords(parts) : []
    if !keepChanged {
      try requireNoLaterReading(target)
      let changed =
        isRedo ? try MutationTable.parts(of: last?.id ?? target.id, in: connection) : parts
      try requireUnchanged(changed)
    }
    try apply(undo(of: target, parts, turn: turn - 1), of: parts, retainedRecords: kept, &report)
    return report
  }

  /// Computes the undo or redo of an entry, which was undone and redone `turn` times, from all acts on its records.
  ///
  /// The acts in `redone` count as redone, too, and those in `others` as undone.
  package func undo(
    of target: HistoryRow,
    _ parts: [Mutation],
    turn: Int64,
    redone: Set<RecordID> = [],
    without others: Set<RecordID> = []
  ) throws -> Undo {
    let ids = Set(parts.flatMap { $0.changes.map(\.id) })
    let undone = try MutationTable.undoneEntries(in: connection).subtracting(redone).union(others)
    let isLast =
      try target.node == log.node && !MutationTable.hasOther(since: target.id, in: connection)
    let acts = isLast ? parts : try MutationTable.acts(onAnyOf: ids, undone, in: connection)
    var records: [RecordID: Record] = [:]
    for change in parts.flatMap(\.changes) {
      records[change.id] = try RecordTable.find(change.kind, change.id, in: connection)
    }
    return Undo(
      of: target.id,
      turn: turn,
      in: acts,
      inEffect: Set(acts.map(\.entry)).subtracting(undone),
      records: records
    )
  }

  private func apply(
    _ undo: Undo,
    of parts: [Mutation],
    retainedRecords kept: Set<RecordID>,
    _ report: inout UndoReport
  ) throws {
    let created = Set(parts.flatMap(\.changes).filter(\.isCreation).map(\.id))
    // Sessions that end make room for others of their kind that open again.
    let ordered = undo.changes.filter(\.endsSession) + undo.changes.filter { !$0.endsSession }
    for change in ordered where !created.contains(change.id) || !kept.contains(change.id) {
      let old = try RecordTable.find(change.kind, change.id, in: connection)
      try store(change, over: old)
      if !undo.kept.contains(change.id) { report.undone += 1 }
    }
    report.kept = Set(parts.flatMap { $0.changes.map(\.id) }).count - report.undone
  }

  /// Restores the values before a log merge; its history entries keep their place and are marked as undone.
  private func revertLogMerge(
    _ parts: [Mutation],
    _ keepChanged: Bool,
    _ report: inout UndoReport
  ) throws {
    let kept = keepChanged ? try retainedRecords(parts) : []
    for part in parts {
      for change in part.changes.reversed() {
        let record = try RecordTable.find(change.kind, change.id, in: connection)
        guard let record, !(change.isCreation && kept.contains(change.id)),
          record.stillHas(change, since: part.stamp, own: firstStamp)
        else {
          guard keepChanged else { throw try changedSinceError(change, part.stamp) }
          report.kept += 1
          continue
        }
        // A tombstone would be synced to the log of origin and win over the record there.
        if change.isCreation, try !SyncTable.isShared(in: connection) {
          try purge(record)
        } else {
          try set(change.earlier, change.kind, change.id)
        }
        report.undone += 1
      }
    }
  }

  /// Throws if a person edited a value of the mutations later, with knowledge of it.
  private func requireUnchanged(_ parts: [Mutation]) throws {
    for (change, made) in Self.outcomes(of: parts) {
      let record = try RecordTable.find(change.kind, change.id, in: connection)
      let own = try record.map { try withoutConcurrentEdits(change, made, $0) }
      guard let record, let own, record.stillHas(own, since: made, own: firstStamp) else {
        throw try changedSinceError(change, made)
      }
    }
  }

  /// Returns the part of a change that no other device overwrote without knowledge of it.
  private func withoutConcurrentEdits(
    _ change: Change,
    _ made: Stamp,
    _ record: Record
  ) throws -> Change {
    var (set, was) = (Fields(), Fields())
    for (name, value) in change.set.members {
      let later = try record.stamp(of: name).flatMap { stamp in
        stamp > made && stamp.node != made.node
          ? try MutationTable.find(stamp.unturned, in: connection) : nil
      }
      let edit = later?.changes.first { $0.id == change.id && $0.set.contains(name) }
      let isCurrent = record.fields[name] == value
      guard edit == nil || edit?.was[name] == value || isCurrent else { continue }
      (set[name], was[name]) = (value, change.was[name])
    }
    return Change(kind: change.kind, id: change.id, set: set, was: was)
  }

  /// Throws for a redo of a log merge, because its records were purged.
  private func requireNoLogMerge(_ entryID: RecordID) throws {
    guard try MutationTable.isLogMerge(entryID, in: connection) else { return }
    throw CairnError(
      "history.import_undone",
      "A merged log that was undone cannot be redone from the history.",
      hint: "Import the file again."
    )
  }

  /// Throws if later sessions belong to a reading that the undo would delete.
  private func requireNoLaterReading(_ target: HistoryRow) throws {
    let changes = try MutationTable.parts(of: target.id, in: connection).flatMap(\.changes)
    let own = Set(changes.map(\.id))
    guard try changes.contains(where: { try hasLaterSessions($0, beside: own) }) else { return }
    throw CairnError(
      "history.changed_since",
      "One of its books was read later.",
      hint: "Undo those sessions first, or keep later changes with --keep-changed."
    )
  }

  /// Returns the records of an entry that were edited or read later, with all records they refer to.
  ///
  /// They are not deleted: a book that stays keeps its title, authors and edition.
  func retainedRecords(_ parts: [Mutation]) throws -> Set<RecordID> {
    var kept: Set<RecordID> = []
    let own = Set(parts.flatMap { $0.changes.map { $0.id } })
    for (change, original) in Self.outcomes(of: parts) {
      guard let record = try RecordTable.find(change.kind, change.id, in: connection),
        try !record.stillHas(change, since: original, own: firstStamp)
          || hasLaterSessions(change, beside: own)
          || hasAnnotations(change)
      else { continue }
      try collect(record, &kept)
    }
    return kept
  }

  /// Returns the net change of each record in an entry, with the stamp of the last mutation that changed it.
  private static func outcomes(of parts: [Mutation]) -> [(Change, Stamp)] {
    var outcomes: [RecordID: (Change, Stamp)] = [:]
    for part in parts.reversed() {
      for change in part.changes {
        let earlier = outcomes[change.id]?.0
        outcomes[change.id] = (earlier?.followed(by: change) ?? change, part.stamp)
      }
    }
    return outcomes.values.sorted { $0.0.id < $1.0.id }
  }

  /// Returns whether a change created a reading with sessions that are not in `own`.
  private func hasLaterSessions(_ change: Change, beside own: Set<RecordID>) throws -> Bool {
    guard change.kind == ReadThrough.recordKind, change.isCreation,
      let reading = try find(ReadThrough.self, change.id)
    else { return false }
    let query: SQL = """
      SELECT session FROM reading
      WHERE entry = \(reading.entry) AND read_through = \(reading.id)
      """
    return try (connection.values(query) as [RecordID]).contains { !own.contains($0) }
  }

  /// Returns whether a change created a book that has annotations.
  private func hasAnnotations(_ change: Change) throws -> Bool {
    guard change.kind == Entry.recordKind, change.isCreation else { return false }
    let query: SQL = "SELECT 1 FROM annotation WHERE entry = \(change.id) LIMIT 1"
    return try connection.first(query) { _ in true } ?? false
  }

  private func collect(_ record: Record, _ kept: inout Set<RecordID>) throws {
    guard kept.insert(record.id).inserted else { return }
    for id in record.references where !kept.contains(id) {
      for kind in Self.referredKinds {
        if let other = try RecordTable.find(kind, id, in: connection) { try collect(other, &kept) }
      }
    }
  }

  private static var referredKinds: [RecordKind] {
    [Entry.recordKind, Work.recordKind, Edition.recordKind, Author.recordKind]
  }

  /// Throws if two sessions overlap after an undo that did not overlap before.
  package func requireNoNewOverlaps(
    of entries: [HistoryRow],
    but known: [RecordID: [RecordID]]
  ) throws {
    for (session, others) in try overlappingSessions(of: entries) {
      guard let new = others.first(where: { known[session]?.contains($0) != true }),
        let row = try SessionQuery.find(SessionID(new), in: connection)
      else { continue }
      throw CairnError.overlap(row)
    }
  }

  /// Returns the sessions that the entries moved, each with the sessions that overlap it.
  package func overlappingSessions(of entries: [HistoryRow]) throws -> [RecordID: [RecordID]] {
    var overlaps: [RecordID: [RecordID]] = [:]
    let parts = try entries.flatMap { try MutationTable.parts(of: $0.id, in: connection) }
    for change in parts.flatMap(\.changes)
    where change.kind == SessionRecord.kind && change.movesTime {
      guard let session = try find(Session<NoDetail>.self, change.id) else { continue }
      overlaps[change.id] = try conflicts(of: session).map(\.id.record)
    }
    return overlaps
  }

  private static func nothingToRevert(_ entryID: RecordID?, _ verb: String) -> CairnError {
    entryID == nil
      ? CairnError(
        verb == "undo" ? "history.nothing_to_undo" : "history.nothing_to_redo",
        "There is nothing to \(verb).",
        hint: "List the history to see your changes."
      )
      : CairnError(
        "history.not_found",
        "There is no such history entry.",
        hint: "List the history to see the ids."
      )
  }

  private static func notUndone(_ row: HistoryRow) -> CairnError {
    let isUndo = row.undoes != nil && !row.isInEffect
    return CairnError(
      "history.not_undone",
      "“\(row.unprefixedTitle)” \(isUndo ? "was already redone" : "was not undone").",
      hint: "List the history to see what was undone."
    )
  }

  private static func alreadyUndone(_ row: HistoryRow) -> CairnError {
    CairnError(
      "history.already_undone",
      "“\(row.title)” was already undone.",
      hint: "Redo it."
    )
  }
}

extension HistoryRow {
  /// The title of the action, without the prefix of undo or redo.
  fileprivate var unprefixedTitle: String {
    guard undoes != nil else { return title }
    return String(title.dropFirst("Undone: ".count))  // or “Redone: ”
  }
}
