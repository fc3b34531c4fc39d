package import Cairn
package import CairnReports
package import CairnStore

/// The sync state of a log and the server it follows.
package struct SyncState: Sendable, Equatable {
  /// The position reached so far; nil if the log follows no server.
  package var cursor: SyncCursor?
  /// The remote log that it follows, or followed last; nil if it never followed one.
  package var followed: RemoteLog?
  /// The number of mutations waiting to be sent.
  package var queued: Int
  /// The mutations that the server rejected.
  package var refusals: [RejectedMutation]
  /// The number of open conflicts.
  package var conflicts: Int
  /// The bulk deletions by other devices, the latest first.
  package var deletions: [BulkDeletion]
  /// The display names of the devices.
  package var devices: DeviceNames
}

extension Log {
  /// Returns the sync state of this log.
  package func syncState() async throws -> SyncState {
    let own = context.node
    return try await read { connection in
      let cursor = try SyncTable.cursor(in: connection)
      return SyncState(
        cursor: cursor,
        followed: try SyncTable.followed(in: connection) ?? cursor.map { RemoteLog($0.log) },
        queued: try OutboxTable.count(in: connection),
        refusals: try QuarantineTable.all(in: connection),
        conflicts: try ConflictQuery.choices(in: connection).count,
        deletions: try RemoteDeletionTable.all(in: connection),
        devices: try DeviceNames(own: own, in: connection)
      )
    }
  }

  /// Returns the number of history entries ever stored here; it only grows.
  package func mutationCount() async throws -> Int64 {
    try await pointRead { try MutationTable.lastNumber(in: $0) }
  }

  /// Starts to follow a server, or starts over after its epoch changed.
  ///
  /// Compares everything and sends again what the server lacks (spec/sync.md 3.5). Deletes nothing locally.
  package func startFullComparison(_ head: SyncHead) async throws {
    try await write("Sync") { writer in try writer.startFullComparison(head) }
  }

  /// Stops following the server; keeps the log unchanged.
  package func stopSyncing() async throws {
    try await write("Sync") { writer in
      try SyncTable.remove(in: writer.connection)
      try OutboxTable.markAllUnsent(in: writer.connection)
    }
  }

  /// Returns the next push: the oldest waiting mutations, with the values of history-only ones; nil if none waits.
  package func nextPush(limit: Int) async throws -> SyncPush? {
    try await read { connection in
      guard let cursor = try SyncTable.cursor(in: connection) else { return nil }
      var push = SyncPush(epoch: cursor.epoch)
      push.mutations = try OutboxTable.queued(limit: limit, in: connection)
      try push.includeMergedValues(in: connection)
      return push.mutations.isEmpty ? nil : push
    }
  }

  /// Returns records that the server may lack, to be sent after everything else was sent and fetched.
  ///
  /// A record with an impossible value is never sent. It is marked as unreadable, so that the logs do not count as in
  /// sync.
  package func nextResend(limit: Int) async throws -> SyncPush? {
    let push = try await read { connection -> SyncPush? in
      guard let cursor = try SyncTable.cursor(in: connection) else { return nil }
      var push = SyncPush(epoch: cursor.epoch)
      push.records = try ResendTable.records(limit: limit, in: connection)
      return push.records.isEmpty ? nil : push
    }
    guard let invalid = push?.records.filter({ $0.violation != nil }), !invalid.isEmpty else {
      return push
    }
    try await write("Sync") { writer in try writer.excludeFromSending(invalid) }
    return try await nextResend(limit: limit)
  }

  /// Stores the results of a push.
  ///
  /// A mutation stamped in the future gets the stamp that the server assigned.
  package func record(_ results: [PushResult], of push: SyncPush) async throws {
    try await write("Sync") { writer in
      guard try SyncTable.cursor(in: writer.connection)?.epoch == push.epoch else { return }
      for result in results { try writer.record(result) }
      // A record that accompanies a mutation may be only a part of the stored one.
      guard push.mutations.isEmpty else { return }
      for record in push.records { try ResendTable.remove(record, in: writer.connection) }
    }
  }

  /// Retries rejected mutations: sends each as a history entry, with the current state of its records.
  ///
  /// This sends a value that was corrected later instead of the rejected one.
  package func retryRejected() async throws {
    try await write("Sync") { writer in
      for id in try QuarantineTable.ids(in: writer.connection) {
        guard let stamp = try MutationTable.stamp(of: id, in: writer.connection),
          let mutation = try MutationTable.find(stamp, in: writer.connection)
        else { continue }
        try MutationTable.markHistoryOnly(id, in: writer.connection)
        writer.rederiveConflicts(of: mutation)
        try ResendTable.add(mutation.changes, in: writer.connection)
      }
      try QuarantineTable.empty(in: writer.connection)
    }
  }
}

extension LogWriter {
  /// Excludes records with impossible values from sending.
  fileprivate func excludeFromSending(_ records: [Record]) throws {
    for record in records {
      try markUnreadable(record, record.violation ?? "", isStored: true)
      try ResendTable.remove(record, in: connection)
    }
    guard var cursor = try SyncTable.cursor(in: connection) else { return }
    cursor.problem = try UnreadableTable.problem(in: connection)
    try SyncTable.save(cursor, in: connection)
  }

  func startFullComparison(_ head: SyncHead) throws {
    var cursor = SyncCursor(log: head.log, epoch: head.epoch)
    let known = try SyncTable.cursor(in: connection)
    (cursor.agreedAt, cursor.resyncedAt) = (known?.agreedAt, known?.resyncedAt)
    try SyncTable.save(cursor, in: connection)
    try SyncTable.keep(RemoteLog(head.log, account: head.account), in: connection)
    try resendEverything()
  }

  /// Resets the outbox, to compare everything with the server and send what it lacks.
  func resendEverything() throws {
    try OutboxTable.markAllUnsent(in: connection)
    try ResendTable.fill(in: connection)
    _ = try StateChecksum.begin(in: connection)
  }

  fileprivate func record(_ result: PushResult) throws {
    switch result.outcome {
    case .accepted(let stamp):
      try OutboxTable.markAcknowledged(result.id, in: connection)
      try keep(result.id, under: stamp)
    case .refused(let code, let reason):
      try QuarantineTable.add(result.id, code, reason, at: now, in: connection)
    }
  }

  /// Replaces the stamp of a mutation and of the values it set.
  private func keep(_ id: RecordID, under stamp: Stamp) throws {
    guard let known = try MutationTable.stamp(of: id, in: connection), known != stamp,
      let mutation = try MutationTable.find(known, in: connection), mutation.id == id
    else { return }
    var knowledge = mutation.knowledge
    knowledge?.add(known)
    try MutationTable.keep(id, stamp, knowledge, in: connection)
    rederiveConflicts(of: mutation)
    let rule = { (old: Stamp) in old.unturned == known ? stamp.with(turn: old.turn) : old }
    for change in mutation.changes {
      guard let old = try RecordTable.find(change.kind, change.id, in: connection) else { continue }
      try storeRemote(old.restamped(rule), replacing: old)
    }
    for undo in try MutationTable.unsentUndos(in: connection) {
      let changes = undo.changes.map { $0.restamped(rule) }
      if changes != undo.changes { try MutationTable.keep(undo.id, changes, in: connection) }
    }
  }
}

extension Log {
  /// Returns the next pull, which continues at the stored position; nil if the log follows no server.
  package func nextPull() async throws -> SyncPull? {
    try await read { connection in
      guard let cursor = try SyncTable.cursor(in: connection) else { return nil }
      var pull = SyncPull(epoch: cursor.epoch, records: cursor.records, mutations: cursor.mutations)
      pull.confirm = try OutboxTable.unconfirmed(limit: 500, in: connection)
      return pull
    }
  }
}
