import Cairn
package import CairnStore

extension Log {
  /// Returns the log's epoch and the number of its last change, for devices that follow it.
  ///
  /// Starts the epoch and the checksum on the first call.
  package func syncHead() async throws -> SyncHead {
    let known = try await pointRead {
      try StateChecksum.stored(in: $0) == nil ? nil : SyncTable.knownEpoch(in: $0)
    }
    let epoch: RecordID
    if let known { epoch = known } else { epoch = try await beginEpoch() }
    return try await pointRead { connection in
      SyncHead(
        log: try SyncTable.localLog(in: connection),
        epoch: epoch,
        head: try RecordTable.lastSequence(in: connection)
      )
    }
  }

  /// Starts to maintain the checksum of this log, unless it already is.
  package func beginChecksum() async throws {
    guard try await pointRead({ try StateChecksum.stored(in: $0) }) == nil else { return }
    try await writeTables { _ = try StateChecksum.begin(in: $0) }
  }

  private func beginEpoch() async throws -> RecordID {
    let new = context.environment.newID(at: context.environment.now())
    return try await writeTables { connection in
      _ = try StateChecksum.begin(in: connection)
      return try SyncTable.localEpoch(new, in: connection)
    }
  }

  /// Applies the push of a device in one transaction, and returns the result for each mutation.
  ///
  /// Idempotent: a repeated push changes nothing and gets the same results (spec/sync.md F4). Throws ``EpochMismatch``.
  package func applyPush(_ push: SyncPush) async throws -> [PushResult] {
    try await write("Sync") { writer in
      let epoch = try SyncTable.knownEpoch(in: writer.connection)
      guard let epoch, epoch == push.epoch else { throw EpochMismatch(epoch ?? writer.newID()) }
      var applier = PushApplier(push, by: writer)
      let results = try push.mutations.map { PushResult($0.mutation.id, try applier.apply($0)) }
      for record in push.records { try applier.apply(record) }
      try writer.beginAutomaticMutation()
      // A failed repair, or unreadable data, must not block the push.
      for follow in [
        writer.reconcileBookMerges, writer.reconcileStoryMerges, writer.undoAutomaticConsequences,
        writer.reconcileReadings,
      ] {
        _ = try writer.attempt(catchesErrors: true) { try follow(push) }
      }
      if applier.records.hasDeletions { try writer.reportBulkDeletions() }
      return results
    }
  }
}

/// The state of one push while the server applies it.
struct PushApplier {
  private let writer: LogWriter
  private(set) var records: RemoteRecords
  /// The latest allowed time of a stamp.
  private let latest: UInt64
  /// The stamps that replaced those of mutations from the future.
  private var replaced: [Stamp: Stamp] = [:]

  init(_ push: SyncPush, by writer: LogWriter) {
    (self.writer, records) = (writer, RemoteRecords(writer, of: push.mutations))
    latest = UInt64(clamping: writer.latestStamp.milliseconds) << 16 | 0xFFFF
  }

  mutating func apply(_ sent: SyncMutation) throws -> PushResult.Outcome {
    let mutation = sent.mutation
    if let known = try MutationTable.find(mutation.id, in: writer.connection) {
      let isSame =
        try sent.isHistoryOnly || known.isSame(as: mutation) || isAlreadyApplied(mutation)
      if known.stamp != mutation.stamp { replaced[mutation.stamp] = known.stamp }
      return isSame ? .accepted(known.stamp) : Self.another
    }
    if let violation = Self.violation(mutation) { return violation }
    return try writer.attempt { try store(sent) } ?? Self.inconsistentValues
  }

  /// Returns whether a form submission made the same change and its response was lost (docs/offline.md).
  private func isAlreadyApplied(_ mutation: Mutation) throws -> Bool {
    try MutationTable.hasResponse(mutation.id, in: writer.connection)
  }

  private mutating func store(_ sent: SyncMutation) throws -> PushResult.Outcome {
    let mutation = sent.mutation
    let stamp = bounded(mutation.stamp)
    if stamp != mutation.stamp { replaced[mutation.stamp] = stamp }
    writer.observe(stamp)
    let stored = mutation.stamped(stamp) { bounded($0, or: stamp) }
    if !sent.isHistoryOnly {
      for change in stored.endedSessionsFirst { try apply(change, stamp) }
    }
    let isLast = try SyncTable.cursor(in: writer.connection) == nil
    try writer.receive(stored, from: sent.joined, isSent: isLast)
    return .accepted(stamp)
  }

  private mutating func apply(_ change: Change, _ stamp: Stamp) throws {
    let old = try RecordTable.find(change.kind, change.id, in: writer.connection)
    let new = change.record(stamp: stamp)
    try records.merge(new, joining: old)
  }

  /// Applies a whole record; marks it as unreadable instead if it has an impossible value.
  mutating func apply(_ record: Record) throws {
    if case .refused(_, let reason)? = Self.violation(record) {
      return try writer.markUnreadable(record, reason)
    }
    let bounded = record.restamped(bounded)
    _ = try writer.attempt {
      writer.observe(bounded.latestStamp)
      let old = try RecordTable.find(record.kind, record.id, in: writer.connection)
      try records.merge(bounded, joining: old)
    }
  }

  /// Returns the stamp, or a current one if it is in the future and would win too long (spec/sync.md F8, F9).
  private func bounded(_ stamp: Stamp) -> Stamp {
    stamp.time <= latest ? stamp : writer.newStamp()
  }

  /// Returns the stamp of a value that an undo sets, or that of the undo if it is in the future.
  private func bounded(_ stamp: Stamp, or own: Stamp) -> Stamp {
    if let known = replaced[stamp.unturned] { return known.with(turn: stamp.turn) }
    return stamp.time <= latest ? stamp : own
  }
}

extension PushApplier {
  private static func violation(_ mutation: Mutation) -> PushResult.Outcome? {
    guard mutation.title.utf8.count <= Record.textLimit else { return tooLong("title") }
    // A clock that lost its battery starts at 1970.
    guard mutation.stamp.instant < .limit, mutation.at < .limit, mutation.at.milliseconds >= 0
    else { return outOfRange }
    guard !mutation.changes.isTooLarge else { return tooLarge }
    let isUndo = mutation.undoes != nil
    guard isUndo == (mutation.turn > 0), isUndo || mutation.changes.allSatisfy(\.stamps.isEmpty)
    else { return invalidTurn }
    for change in mutation.changes {
      let set = Record(kind: change.kind, id: change.id, fields: change.set, stamp: mutation.stamp)
      if let violation = violation(set) { return violation }
    }
    return nil
  }

  private static func violation(_ record: Record) -> PushResult.Outcome? {
    guard RecordParts.isName(record.kind.name) else { return invalidName(record.kind.name) }
    for (name, value) in record.fields.members {
      guard RecordParts.isName(name) else { return invalidName(name) }
      if case .text(let text) = value, text.utf8.count > Record.textLimit { return tooLong(name) }
    }
    return record.violation.map {
      .refused(code: "sync.unfit", reason: "Invalid \(record.kind.name): \($0).")
    }
  }

  private static let inconsistentValues = PushResult.Outcome.refused(
    code: "sync.unfit",
    reason: "Its values are inconsistent; no version of Cairn writes them."
  )

  private static let another = PushResult.Outcome.refused(
    code: "sync.other_content",
    reason: "The server has a different change with the same id."
  )

  private static let outOfRange = PushResult.Outcome.refused(
    code: "sync.unfit",
    reason: "Its time is before 1970 or after 2099."
  )

  private static let invalidTurn = PushResult.Outcome.refused(
    code: "sync.unfit",
    reason: "It is an undo without its turn, or an act with the stamps of an undo."
  )

  private static let tooLarge = PushResult.Outcome.refused(
    code: "sync.too_long",
    reason: "It is larger than \(Change.listLimit >> 20) MiB, the limit for one step."
  )

  private static func tooLong(_ name: String) -> PushResult.Outcome {
    .refused(code: "sync.too_long", reason: "The text of “\(name)” is longer than 1 MiB.")
  }

  private static func invalidName(_ name: String) -> PushResult.Outcome {
    .refused(code: "sync.malformed", reason: "“\(name.prefix(64))” is not a field name.")
  }
}

extension Mutation {
  /// Its net changes, ended sessions before started ones, because only one of a kind can run at a time.
  fileprivate var endedSessionsFirst: [Change] {
    let net = netChanges
    let ends = net.filter { $0.set["endedAt"] != .null || $0.set.deletion != nil }
    return ends + net.filter { change in !ends.contains(change) }
  }

  /// Whether it is the same change, ignoring the stamp.
  fileprivate func isSame(as other: Mutation) -> Bool {
    (entry, part, undoes, turn, at) == (other.entry, other.part, other.undoes, other.turn, other.at)
      && title == other.title && changes.elementsEqual(other.changes) { $0.isSame(as: $1) }
  }

  /// Returns a copy with another stamp, and with the result of `rule` for the stamps of its values.
  fileprivate func stamped(_ stamp: Stamp, _ rule: (Stamp) -> Stamp) -> Mutation {
    guard stamp != self.stamp || undoes != nil else { return self }
    var copy = self
    if stamp != self.stamp { copy.knowledge?.add(self.stamp) }
    copy.stamp = stamp
    copy.changes = changes.map { $0.restamped(rule) }
    return copy
  }
}

extension Change {
  /// Returns whether it sets the same values, ignoring their stamps.
  fileprivate func isSame(as other: Change) -> Bool {
    (kind, id, set, was) == (other.kind, other.id, other.set, other.was)
  }
}
