public import Cairn
import CairnSQL

/// What came of bringing a bulk deletion back.
public struct RestoredRecords: Sendable, Equatable {
  /// How many records are there again.
  public internal(set) var restored = 0
  /// How many stay deleted: sessions whose time another one has by now, and what this version cannot
  /// read.
  public internal(set) var left = 0

  /// Nothing was brought back yet.
  public init() {}

  /// Adds what came of another bulk deletion.
  public static func += (sum: inout RestoredRecords, other: RestoredRecords) {
    sum.restored += other.restored
    sum.left += other.left
  }
}

extension LogWriter {
  /// Notes a record that is deleted here since another device deleted it.
  ///
  /// A conflict is no thing of a person, and what was merged into another is still there in that.
  func noteRemoval(of new: Record, replacing old: Record?) throws {
    guard let old, old.deletion == nil, new.deletion != nil, new.kind != Conflict.recordKind,
      new.fields["mergedInto"] == .null, let stamp = new.stamp(of: RecordField.deleted)
    else { return }
    try RemoteDeletionTable.add(new, by: stamp.node, at: now, in: connection)
    hasRemovals = true
  }

  /// Tells of what was deleted elsewhere when it is much, or goes on from what was told already.
  ///
  /// Of less nothing is known ten minutes later.
  func tellOfRemovals() throws {
    let run = BulkDeletion.latestRun(
      of: try RemoteDeletionTable.untold(in: connection).filter { $0 <= now }
    )
    guard let first = run.first, let last = run.last else { return }
    try RemoteDeletionTable.keepUntold(from: first, to: last, in: connection)
    guard let notice = try notice(for: first) else { return }
    try RemoteDeletionTable.tell(as: notice, in: connection)
    numberUnseen()
  }

  /// The bulk deletion that those from `first` on are told as; nil where they are few.
  private func notice(for first: Instant) throws -> RecordID? {
    if let told = try RemoteDeletionTable.lastTold(in: connection),
      BulkDeletion.isOneRun(told.at, first)
    {
      return told.notice
    }
    let gone = try RemoteDeletionTable.untoldCount(in: connection)
    // The least that counts is known without a look at all records.
    guard BulkDeletion.isBulk(gone, of: 0),
      BulkDeletion.isBulk(gone, of: try RecordTable.liveCount(in: connection) + gone)
    else { return nil }
    return newID()
  }

  /// Brings back what a bulk deletion took, for all devices; undone like everything else.
  ///
  /// A session that ran stands paused where it was deleted. One whose time another session has by now
  /// stays deleted and goes on being told. Done again, or with an id that none has, it changes
  /// nothing.
  @discardableResult
  public func restore(_ deletion: RecordID) throws -> RestoredRecords {
    title = "Bring back what another device deleted"
    beginBatch()
    let gone = try RemoteDeletionTable.records(of: deletion, in: connection)
    let isFree = try gone.map(hasRoom)
    var outcome = RestoredRecords()
    for (record, isFree) in zip(gone, isFree).sorted(by: { !$0.0.isSession && $1.0.isSession }) {
      let isBack = isFree ? try attempt(orRefused: true) { try bringBack(record) } ?? false : false
      if isBack { outcome.restored += 1 } else { outcome.left += 1 }
    }
    return outcome
  }

  /// Lets what a bulk deletion took stay deleted, and tells of it no more.
  ///
  /// Done again, or with an id that none has, it changes nothing.
  public func dismiss(_ deletion: RecordID) throws {
    let all = try RemoteDeletionTable.all(in: connection)
    guard all.contains(where: { $0.id == deletion }) else { return }
    try RemoteDeletionTable.forget(deletion, in: connection)
    numberUnseen()
  }

  /// Brings back a session or climb that was deleted, with all that was undone with it.
  ///
  /// A session that ran stands paused where it was deleted, or was changed later on another device. Throws
  /// `session.already_running` and `session.overlap`.
  func bringBack(_ kind: RecordKind, _ id: RecordID, changed: Instant) throws {
    guard let record = try RecordTable.find(kind, id, in: connection) else { return }
    let session = try? Session<NoDetail>(recordID: record.id, fields: record.fields)
    if record.isSession, let session, let other = try conflicts(of: session).first {
      throw Self.overlap(other)
    }
    if record.isSession, let session, !session.timeline.isEnded,
      let open = try SessionQuery.open(session.kind, in: connection)
    {
      throw Self.alreadyRunning(open)
    }
    let gone = record.goneAt ?? changed
    try redoAll(of: record)
    let again = try RecordTable.find(kind, id, in: connection) ?? record
    _ = try bringBack(again, pausedAt: max(gone, changed))
  }

  /// Does again what was undone when a thing went, and what it belongs to before: a new book went with its session.
  ///
  /// It is part of this line, so that both are undone as one.
  private func redoAll(of record: Record) throws {
    if let owner = try RecordName.owner(of: record.kind, record.id, in: connection) {
      try redoAll(of: owner)
    }
    guard record.deletion == Deletion.byUndo,
      let stamp = record.stamp(of: RecordField.deleted),
      let step = try MutationTable.find(stamp, in: connection)
    else { return }
    _ = try attempt(orRefused: true) { try undo(step.line, keepChanged: true) }
    undoes = nil
  }

  /// Whether no session that is there has time of one that was deleted.
  private func hasRoom(_ record: Record) throws -> Bool {
    guard record.isSession,
      let session = try? Session<NoDetail>(recordID: record.id, fields: record.fields)
    else { return true }
    return try conflicts(of: session).isEmpty
  }

  private func bringBack(_ record: Record, pausedAt moment: Instant? = nil) throws -> Bool {
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
    try session.pause(at: max(since, moment ?? record.goneAt ?? since))
    try save(session)
    return true
  }

  private func undelete(_ record: Record) throws {
    var fields = Fields()
    fields[RecordField.deleted] = .null
    try set(fields, record.kind, record.id)
  }
}

extension Record {
  fileprivate var isSession: Bool { kind == SessionRecord.kind }

  /// When it was deleted, where somebody said whether it is.
  fileprivate var goneAt: Instant? { stamp(of: RecordField.deleted)?.instant }
}

extension Log {
  /// What other devices deleted here in bulk, and nobody has brought back or let be, the latest first.
  public func bulkDeletions() async throws -> [BulkDeletion] {
    try await pointRead { try RemoteDeletionTable.all(in: $0) }
  }
}
