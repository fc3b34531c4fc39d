public import Cairn
import CairnActions
public import CairnReports
public import CairnStore

extension LogWriter {
  /// Reports many remote deletions as a bulk deletion, or adds them to the latest one.
  ///
  /// Fewer are dropped after ten minutes.
  func reportBulkDeletions() throws {
    let run = BulkDeletion.latestRun(
      of: try RemoteDeletionTable.unreportedTimes(in: connection).filter { $0 <= now }
    )
    guard let first = run.first, let last = run.last else { return }
    try RemoteDeletionTable.retainUnreported(from: first, to: last, in: connection)
    guard let notice = try notice(for: first) else { return }
    try RemoteDeletionTable.markReported(as: notice, in: connection)
    numberChangeWithoutRecord()
  }

  /// Returns the bulk deletion for the remote deletions from `first` on; nil if they are too few.
  private func notice(for first: Instant) throws -> RecordID? {
    if let reported = try RemoteDeletionTable.latestReported(in: connection),
      BulkDeletion.isSameRun(reported.at, first)
    {
      return reported.notice
    }
    let gone = try RemoteDeletionTable.unreportedCount(in: connection)
    // Checks the absolute minimum first, which needs no count of all records.
    guard BulkDeletion.isBulk(gone, of: 0),
      BulkDeletion.isBulk(gone, of: try RecordTable.liveCount(in: connection) + gone)
    else { return nil }
    return newID()
  }

  /// Restores the records of a bulk deletion on all devices; can be undone.
  ///
  /// A running session comes back paused at the time of its deletion. A session stays deleted and reported if another
  /// one occupies its time. Idempotent; ignores an unknown id.
  @discardableResult
  public func restore(_ deletion: RecordID) throws -> RestoredRecords {
    title = "Bulk deletion by another device restored"
    beginBatch()
    let gone = try RemoteDeletionTable.records(of: deletion, in: connection)
    let isFree = try gone.map(hasFreeTime)
    var outcome = RestoredRecords()
    for (record, isFree) in zip(gone, isFree).sorted(by: { !$0.0.isSession && $1.0.isSession }) {
      let isRestored =
        isFree ? try attempt(catchesErrors: true) { try reinstate(record) } ?? false : false
      if isRestored { outcome.restored += 1 } else { outcome.left += 1 }
    }
    return outcome
  }

  /// Accepts a bulk deletion, which is then no longer reported.
  ///
  /// Idempotent; ignores an unknown id.
  public func dismiss(_ deletion: RecordID) throws {
    let all = try RemoteDeletionTable.all(in: connection)
    guard all.contains(where: { $0.id == deletion }) else { return }
    try RemoteDeletionTable.forget(deletion, in: connection)
    numberChangeWithoutRecord()
  }

  /// Restores a deleted session or climb, with everything that was undone along with it.
  ///
  /// A running session comes back paused at its deletion, or at the later edit on another device. Throws
  /// `session.already_running` and `session.overlap`.
  func reinstate(_ kind: RecordKind, _ id: RecordID, changed: Instant) throws {
    guard let record = try RecordTable.find(kind, id, in: connection) else { return }
    if record.hasTarget {
      try undelete(record)
      return try setAgain([], kind, id)
    }
    let session = try? Session<NoDetail>(recordID: record.id, fields: record.fields)
    if record.isSession, let session, let other = try conflicts(of: session).first {
      throw CairnError.overlap(other)
    }
    if record.isSession, let session, !session.timeline.isEnded,
      let open = try SessionQuery.open(session.kind, in: connection)
    {
      throw CairnError.alreadyRunning(open)
    }
    let gone = try deletionTime(of: record) ?? changed
    try redoAll(of: record)
    let current = try RecordTable.find(kind, id, in: connection) ?? record
    _ = try reinstate(current, pausedAt: max(gone, changed))
  }

  /// Returns when a record was deleted, or its creation undone.
  private func deletionTime(of record: Record) throws -> Instant? {
    guard let stamp = record.deletionStamp else { return nil }
    return try HistoryQuery.lastUndo(of: stamp, in: connection)?.at ?? stamp.instant
  }

  /// Restores what the undo that deleted a record had changed, and that of its owner first: a new book was deleted
  /// with its session.
  ///
  /// It belongs to the current history entry, so that one undo reverts both.
  private func redoAll(of record: Record) throws {
    let acts = try undoneActs(of: record)
    let redone = Set(acts.map(\.id))
    for act in acts {
      let parts = try MutationTable.parts(of: act.id, in: connection)
      _ = try attempt(catchesErrors: true) {
        for change in try undo(of: act, parts, turn: 1, redone: redone).changes {
          try set(change.set, change.kind, change.id)
        }
      }
    }
  }

  /// Returns the acts whose undo deleted a record and what it belongs to, its owner's first.
  private func undoneActs(of record: Record) throws -> [HistoryRow] {
    let owner = try RecordName.owner(of: record.kind, record.id, in: connection)
    let acts = try owner.map { try undoneActs(of: $0) } ?? []
    guard record.deletion == Deletion.byUndo,
      let stamp = record.deletionStamp,
      let act = try HistoryQuery.lastUndo(of: stamp, in: connection).map({ try act(of: $0) })
    else { return acts }
    return acts + [act]
  }

  /// Returns whether no existing session overlaps the deleted one.
  private func hasFreeTime(_ record: Record) throws -> Bool {
    guard record.isSession,
      let session = try? Session<NoDetail>(recordID: record.id, fields: record.fields)
    else { return true }
    return try conflicts(of: session).isEmpty
  }

  private func reinstate(_ record: Record, pausedAt moment: Instant? = nil) throws -> Bool {
    guard record.isSession else {
      try undelete(record)
      return true
    }
    var session = try Session<NoDetail>(recordID: record.id, fields: record.fields)
    let open = try SessionQuery.open(session.kind, in: connection)
    guard session.timeline.isEnded || open == nil || open?.id == session.id else { return false }
    guard case .running(let since) = session.timeline.state else {
      try undelete(record)
      return true
    }
    let gone = try deletionTime(of: record)
    try session.pause(at: max(since, moment ?? gone ?? since))
    try save(session)
    return true
  }

  private func undelete(_ record: Record) throws {
    var fields = Fields()
    fields.restore()
    try set(fields, record.kind, record.id)
  }
}

extension Record {
  fileprivate var isSession: Bool { kind == SessionRecord.kind }
}

extension Log {
  /// Returns the bulk deletions by other devices that were neither restored nor accepted, the latest first.
  public func bulkDeletions() async throws -> [BulkDeletion] {
    try await pointRead { try RemoteDeletionTable.all(in: $0) }
  }
}
