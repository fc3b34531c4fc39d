import Cairn
package import CairnStore

/// The result of applying one page of a server.
package struct PullResult: Sendable, Equatable {
  /// Whether the log has reached the server's head.
  package var isHead = false
  /// Whether a full comparison is needed.
  ///
  /// The server lost something that it had before, or its content differs from this log.
  package var needsFullComparison = false
  /// The number of records that changed here.
  package var changed = 0
}

extension Log {
  /// Applies a page of the server and advances the cursor, in one transaction (F27).
  ///
  /// Ignores a page that does not continue at the cursor (F5). `isFullyCompared`: a full comparison completed without
  /// interruption.
  package func applyPull(
    _ page: SyncPage,
    of pull: SyncPull,
    isFullyCompared: Bool = false
  ) async throws -> PullResult {
    try await write("Sync") { writer in
      guard let cursor = try SyncTable.cursor(in: writer.connection), cursor.epoch == page.epoch,
        cursor.records == pull.records, cursor.mutations == pull.mutations
      else { return PullResult() }
      var applier = PullApplier(writer, page, cursor, isFullyCompared)
      return try applier.apply(page, pull)
    }
  }
}

/// The state of one page while the device applies it.
private struct PullApplier {
  private let writer: LogWriter
  private var records: RemoteRecords
  private var cursor: SyncCursor
  private let isFullyCompared: Bool
  private var result = PullResult()
  private var pending: [RecordID: Set<String>]?

  init(
    _ writer: LogWriter,
    _ page: SyncPage,
    _ cursor: SyncCursor,
    _ isFullyCompared: Bool
  ) {
    (self.writer, self.cursor, self.isFullyCompared) = (writer, cursor, isFullyCompared)
    records = RemoteRecords(writer, of: page.mutations)
  }

  private var connection: LogConnection { writer.connection }

  mutating func apply(_ page: SyncPage, _ pull: SyncPull) throws -> PullResult {
    // Ended sessions come first, because only one of a kind can run at a time.
    let running = page.records.filter(\.isRunningSession)
    let otherRecords = page.records.filter { !$0.isRunningSession }
    for record in otherRecords + running {
      if try !attempt({ try $0.apply(record) }) {
        try writer.markUnreadable(record, Self.inconsistentValues)
      }
    }
    for received in page.mutations { _ = try attempt { try $0.apply(received) } }
    (cursor.records, cursor.mutations) = (page.nextRecord, page.nextMutation)
    result.isHead = !page.hasMore
    if result.isHead { try writer.reportBulkDeletions() }
    if result.needsFullComparison {
      try restartComparison()
    } else if result.isHead {
      try finish(page, pull)
    }
    try SyncTable.save(cursor, in: connection)
    return result
  }

  /// Runs the body and returns false if a constraint rejects its rows, which must not block all other records.
  ///
  /// The checksum reveals the difference at the end.
  private mutating func attempt(_ body: (inout PullApplier) throws -> Void) throws -> Bool {
    var next = self
    guard try writer.attempt({ try body(&next) }) != nil else { return false }
    self = next
    return true
  }

  private static let inconsistentValues = "its values are inconsistent"

  /// Replaces the local record with the server's, except for values that the server does not know yet.
  private mutating func apply(_ record: Record) throws {
    if let violation = record.violation { return try writer.markUnreadable(record, violation) }
    try writer.markReadable(record)
    writer.observe(record.latestStamp)
    let old = try RecordTable.find(record.kind, record.id, in: connection)
    let newer = old?.newerFields(than: record) ?? []
    var new = record
    if let old, !newer.isEmpty { try keep(newer, of: old, in: &new) }
    if newer.isEmpty { try ResendTable.remove(record, in: connection) }
    guard old.map({ !$0.isSame(as: new) }) ?? true else { return }
    try records.replace(old, with: new, isUnknownToServer: isUnknownToServer)
    if record.kind != Device.recordKind { result.changed += 1 }
  }

  /// Returns whether the server does not know yet that the session runs.
  ///
  /// If the server knows, it has decided which session continues, and has sent that one or is about to.
  private func isUnknownToServer(_ session: Record) throws -> Bool {
    let fields =
      try OutboxTable.unconfirmedFields(isUnacknowledged: true, in: connection)[session.id] ?? []
    return !fields.isDisjoint(with: ["segments", "endedAt"] + RecordField.existence)
  }

  /// Keeps local values that a person set later, and values of fields that the server lacks.
  ///
  /// A pending value is sent later. Any other one was on the server before, so the server was restored from a backup.
  private mutating func keep(_ names: [String], of old: Record, in new: inout Record) throws {
    let pending = try unconfirmedFields()[old.id] ?? []
    for name in names {
      guard let stamp = old.stamp(of: name) else { continue }
      let isMissing = new.stamp(of: name) == nil
      // The server has set its own value for what was set automatically here, perhaps by a wrong clock.
      guard !stamp.isAutomatic || (isMissing && old.kind != SessionRecord.kind) else { continue }
      // The server stored the same value under its own stamp, because this stamp was in the future.
      guard pending.contains(name) || isMissing || old.fields[name] != new.fields[name]
      else { continue }
      var field = Fields()
      field[name] = old.fields[name]
      new.set(field, stamp: stamp)
      if !pending.contains(name), try !ResendTable.contains(old, in: connection) {
        result.needsFullComparison = true
      }
    }
  }

  private mutating func unconfirmedFields() throws -> [RecordID: Set<String>] {
    if let pending { return pending }
    let fields = try OutboxTable.unconfirmedFields(in: connection)
    pending = fields
    return fields
  }

  private func apply(_ received: SyncMutation) throws {
    writer.observe(received.mutation.stamp)
    writer.learn(received.mutation.stamp)
    guard try !MutationTable.contains(received.mutation.id, in: connection) else {
      let act = received.mutation
      // A restored server may assign another stamp when it receives the mutation again.
      let isRestamped = try MutationTable.stamp(of: act.id, in: connection) != act.stamp
      if isRestamped { try MutationTable.keep(act.id, act.stamp, act.knowledge, in: connection) }
      // Under a stamp of the server, acts received since then were not compared with it.
      if isRestamped || act.origin != act.stamp { writer.rederiveConflicts(of: act) }
      return try OutboxTable.markAcknowledged(received.mutation.id, in: connection)
    }
    try writer.receive(received.mutation, from: received.joined, isSent: true)
  }

  /// Finishes at the server's head: settles the outbox and compares the checksums (spec/sync.md 3.3).
  ///
  /// Confirmed mutations leave the outbox. Those that the server lost return to it.
  private mutating func finish(_ page: SyncPage, _ pull: SyncPull) throws {
    let lostIDs = Set(page.unknown)
    try OutboxTable.mark(pull.confirm.filter { !lostIDs.contains($0) }, 2, in: connection)
    try OutboxTable.mark(page.unknown, 0, in: connection)
    if let unreadable = try UnreadableTable.problem(in: connection) {
      return cursor.problem = unreadable
    }
    if cursor.problem != Self.difference { cursor.problem = nil }
    guard try hasNothingPending(), let remoteDigest = page.digest else { return }
    let localDigest = try StateChecksum.stored(in: connection).map { $0 + writer.digest }
    guard localDigest != remoteDigest else {
      (cursor.agreedAt, cursor.problem, cursor.resyncedAt) = (writer.now, nil, nil)
      return
    }
    if isFullyCompared { (cursor.resyncedAt, cursor.problem) = (writer.now, Self.difference) }
    if isKnownMismatch { return }
    try restartComparison()
  }

  /// Resets the cursor in this transaction, so that an interrupted comparison is not forgotten.
  private mutating func restartComparison() throws {
    (cursor.records, cursor.mutations) = (0, 0)
    try writer.resendEverything()
    result.needsFullComparison = true
  }

  private static let difference =
    "This log and the server differ after a full comparison."

  /// Whether a full comparison less than a day ago ended with a difference.
  ///
  /// An interrupted one does not count, because the server may have been restored during it.
  private var isKnownMismatch: Bool {
    guard cursor.problem != nil, let last = cursor.resyncedAt else { return false }
    return (last..<last + .hours(24)).contains(writer.now)
  }

  private func hasNothingPending() throws -> Bool {
    try OutboxTable.count(in: connection) == 0
      && OutboxTable.unconfirmed(limit: 1, in: connection).isEmpty
      && QuarantineTable.all(in: connection).isEmpty && ResendTable.isEmpty(in: connection)
  }
}
