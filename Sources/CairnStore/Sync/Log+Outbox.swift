package import Cairn
import CairnSQL

/// How a log and the server it follows stand.
package struct SyncState: Sendable, Equatable {
  /// How far the log has followed; nil while it follows none.
  package var place: SyncCursor?
  /// The log on a server that it follows, or followed last; nil while it never did.
  package var followed: FollowedLog?
  /// Mutations that wait to be sent.
  package var queued: Int
  /// What the server refused.
  package var refusals: [RefusedLine]
  /// Values that lost against others.
  package var conflicts: Int
  /// What other devices deleted in bulk, the latest first.
  package var deletions: [BulkDeletion]
  /// What the devices are called.
  package var devices: DeviceNames
}

extension Log {
  /// How this log and the server it follows stand.
  package func syncState() async throws -> SyncState {
    let own = context.node
    return try await read { connection in
      let place = try SyncTable.place(in: connection)
      return SyncState(
        place: place,
        followed: try SyncTable.followed(in: connection) ?? place.map { FollowedLog($0.log) },
        queued: try OutboxTable.count(in: connection),
        refusals: try QuarantineTable.all(in: connection),
        conflicts: try ConflictQuery.choices(in: connection).count,
        deletions: try RemoteDeletionTable.all(in: connection),
        devices: try DeviceNames(own: own, in: connection)
      )
    }
  }

  /// How many lines of history were ever kept here; grows with each.
  package func lineCount() async throws -> Int64 {
    try await pointRead { try MutationTable.lastNumber(in: $0) }
  }

  /// Begins to follow a server on a timeline, or anew after that changed.
  ///
  /// Everything is compared, and what the server lacks is sent again (spec/sync.md 3.5). Nothing here
  /// is thrown away.
  package func compareAnew(_ head: SyncHead) async throws {
    try await write("Sync") { writer in try writer.compareAnew(head) }
  }

  /// Follows no server any more; the log stays as it is.
  package func unfollow() async throws {
    try await write("Sync") { writer in
      try SyncTable.remove(in: writer.connection)
      try OutboxTable.forgetAll(in: writer.connection)
    }
  }

  /// What is sent next: the oldest mutations that wait, with the values that one of them only tells of;
  /// nil when none waits.
  package func nextPush(limit: Int) async throws -> SyncPush? {
    try await read { connection in
      guard let place = try SyncTable.place(in: connection) else { return nil }
      var push = SyncPush(epoch: place.epoch)
      // While all is compared anew the number is behind what is here.
      let isWhole = try ResendTable.records(limit: 1, in: connection).isEmpty
      push.seen = isWhole && place.lines > 0 ? place.lines : nil
      push.lines = try OutboxTable.queued(limit: limit, in: connection)
      try push.bringJoined(in: connection)
      return push.lines.isEmpty ? nil : push
    }
  }

  /// Records of which the server may lack something, once everything else was sent and fetched.
  ///
  /// A record with an impossible value is never sent: it is noted as unreadable, which keeps the logs from
  /// being called in sync.
  package func nextResend(limit: Int) async throws -> SyncPush? {
    let push = try await read { connection -> SyncPush? in
      guard let place = try SyncTable.place(in: connection) else { return nil }
      var push = SyncPush(epoch: place.epoch)
      push.records = try ResendTable.records(limit: limit, in: connection)
      return push.records.isEmpty ? nil : push
    }
    guard let flawed = push?.records.filter({ $0.flaw != nil }), !flawed.isEmpty else {
      return push
    }
    try await write("Sync") { writer in try writer.holdBack(flawed) }
    return try await nextResend(limit: limit)
  }

  /// Notes what came of what was sent.
  ///
  /// What was stamped in the future gets the stamp the server gave it.
  package func note(_ verdicts: [PushResult], of push: SyncPush) async throws {
    try await write("Sync") { writer in
      guard try SyncTable.place(in: writer.connection)?.epoch == push.epoch else { return }
      for verdict in verdicts { try writer.note(verdict) }
      // What goes with a line may be only a part of a record.
      guard push.lines.isEmpty else { return }
      for record in push.records { try ResendTable.remove(record, in: writer.connection) }
    }
  }

  /// Sends what was refused once more: each line as history, and what it was about as it is now.
  ///
  /// So a value that was mended since is sent, and the one that was refused is not.
  package func retryRefused() async throws {
    try await write("Sync") { writer in
      for id in try QuarantineTable.ids(in: writer.connection) {
        guard let stamp = try MutationTable.stamp(of: id, in: writer.connection),
          let mutation = try MutationTable.find(stamp, in: writer.connection)
        else { continue }
        try MutationTable.onlyTell(id, in: writer.connection)
        try ResendTable.add(mutation.changes, in: writer.connection)
      }
      try QuarantineTable.empty(in: writer.connection)
    }
  }
}

extension LogWriter {
  /// Keeps records with impossible values from being sent.
  fileprivate func holdBack(_ records: [Record]) throws {
    for record in records {
      try noteUnreadable(record, record.flaw ?? "")
      try ResendTable.remove(record, in: connection)
    }
    guard var place = try SyncTable.place(in: connection) else { return }
    place.problem = try UnreadableTable.problem(in: connection)
    try SyncTable.save(place, in: connection)
  }

  func compareAnew(_ head: SyncHead) throws {
    var place = SyncCursor(log: head.log, epoch: head.epoch)
    let known = try SyncTable.place(in: connection)
    (place.agreedAt, place.resyncedAt) = (known?.agreedAt, known?.resyncedAt)
    try SyncTable.save(place, in: connection)
    try SyncTable.keep(FollowedLog(head.log, account: head.account), in: connection)
    try sendAllAgain()
  }

  /// Lines of history and records are compared with what comes, and what does not come is sent.
  func sendAllAgain() throws {
    try OutboxTable.forgetAll(in: connection)
    try ResendTable.fill(in: connection)
    _ = try StateChecksum.begin(in: connection)
  }

  fileprivate func note(_ verdict: PushResult) throws {
    switch verdict.outcome {
    case .taken(let stamp):
      try OutboxTable.noteSeen(verdict.id, in: connection)
      try keep(verdict.id, under: stamp)
    case .refused(let code, let reason):
      try QuarantineTable.add(verdict.id, code, reason, at: now, in: connection)
    }
  }

  /// Gives a mutation and what it set another stamp.
  private func keep(_ id: RecordID, under stamp: Stamp) throws {
    guard let known = try MutationTable.stamp(of: id, in: connection), known != stamp,
      let mutation = try MutationTable.find(known, in: connection), mutation.id == id
    else { return }
    try MutationTable.keep(id, stamp, in: connection)
    for change in mutation.changes {
      guard let old = try RecordTable.find(change.kind, change.id, in: connection) else { continue }
      try storeForeign(old.restamped { $0 == known ? stamp : $0 }, replacing: old)
    }
  }
}

extension Log {
  /// What is asked next: what came after the place this log has followed to; nil when it follows
  /// none.
  package func nextPull() async throws -> SyncPull? {
    try await read { connection in
      guard let place = try SyncTable.place(in: connection) else { return nil }
      var pull = SyncPull(epoch: place.epoch, records: place.records, lines: place.lines)
      pull.confirm = try OutboxTable.told(limit: 500, in: connection)
      return pull
    }
  }
}
