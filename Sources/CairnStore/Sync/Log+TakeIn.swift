import Cairn
import CairnSQL

extension Log {
  /// The timeline of this log and the number of its last change, for those who follow it.
  ///
  /// A log that nobody followed begins its timeline and its checksum with this.
  package func syncHead() async throws -> SyncHead {
    let known = try await pointRead {
      try StateChecksum.kept(in: $0) == nil ? nil : SyncTable.knownEpoch(in: $0)
    }
    let epoch: RecordID
    if let known { epoch = known } else { epoch = try await beginEpoch() }
    return try await pointRead { connection in
      SyncHead(
        log: try SyncTable.ownLog(in: connection),
        epoch: epoch,
        head: try RecordTable.lastSequence(in: connection)
      )
    }
  }

  /// Begins to keep the checksum of this log, unless it is kept.
  package func beginChecksum() async throws {
    guard try await pointRead({ try StateChecksum.kept(in: $0) }) == nil else { return }
    try await translated {
      try await database.write { connection in _ = try StateChecksum.begin(in: connection) }
    }
  }

  private func beginEpoch() async throws -> RecordID {
    let new = context.environment.newID(at: context.environment.now())
    return try await translated {
      try await database.write { connection in
        _ = try StateChecksum.begin(in: connection)
        return try SyncTable.ownEpoch(new, in: connection)
      }
    }
  }

  /// Takes in what a device sent, all of it in one transaction; gives what came of each mutation.
  ///
  /// Sent again it changes nothing and is answered alike (spec/sync.md F4). Throws ``EpochMismatch``.
  package func applyPush(_ push: SyncPush) async throws -> [PushResult] {
    try await write("Sync") { writer in
      let epoch = try SyncTable.knownEpoch(in: writer.connection)
      guard let epoch, epoch == push.epoch else { throw EpochMismatch(epoch ?? writer.newID()) }
      var arrival = PushApplier(push, by: writer)
      let verdicts = try push.lines.map { PushResult($0.mutation.id, try arrival.take($0)) }
      for record in push.records { try arrival.take(record) }
      try writer.beginAutomaticMutation()
      // What a rule refuses, or cannot read yet, must not hold up what was sent.
      for follow in [
        writer.followMerges, writer.followMergedStories, writer.partSessions,
        writer.followMergedSessions, writer.followUndone,
      ] {
        _ = try writer.attempt(orRefused: true) { try follow(push) }
      }
      _ = try writer.attempt(orRefused: true) { try writer.settleTimes(arrival.losses) }
      _ = try writer.attempt(orRefused: true) { try writer.settleEnds(arrival.ends) }
      _ = try writer.attempt(orRefused: true) { try writer.followReadings(in: push) }
      _ = try writer.attempt(orRefused: true) { try writer.tellOfSuperseded() }
      if writer.hasRemovals { try writer.tellOfRemovals() }
      return verdicts
    }
  }
}

/// What comes from a device, while a server takes it in.
struct PushApplier {
  private let writer: LogWriter
  private let edits: DeleteEditConflict
  /// The times of sessions that two devices changed.
  private(set) var losses: [TimelineConflict] = []
  /// The ends of sessions that one device cut in two, and another gave another place or mood.
  private(set) var ends: [EndConflict] = []
  /// The latest time of a stamp.
  private let latest: UInt64

  init(_ push: SyncPush, by writer: LogWriter) {
    self.writer = writer
    edits = DeleteEditConflict(push, in: writer.connection)
    latest = UInt64(clamping: writer.latestStamp.milliseconds) << 16 | 0xFFFF
  }

  mutating func take(_ line: SyncLine) throws -> PushResult.Outcome {
    let mutation = line.mutation
    if let known = try MutationTable.find(mutation.id, in: writer.connection) {
      let isSame = try line.onlyTells || known.isSame(as: mutation) || isAnswered(mutation)
      return isSame ? .taken(known.stamp) : Self.another
    }
    if let flaw = Self.flaw(mutation) { return flaw }
    return try writer.attempt { try keep(line) } ?? Self.unfit
  }

  /// Whether the same was asked for by a form whose answer never came back (docs/offline.md).
  private func isAnswered(_ mutation: Mutation) throws -> Bool {
    try MutationTable.isAnswer(mutation.id, in: writer.connection)
  }

  private mutating func keep(_ line: SyncLine) throws -> PushResult.Outcome {
    let mutation = line.mutation
    let stamp = bounded(mutation.stamp)
    writer.observe(stamp)
    if !line.onlyTells {
      for change in mutation.endsFirst { try take(change, of: mutation, stamp) }
    }
    let kept = mutation.stamped(stamp)
    let isLast = try SyncTable.place(in: writer.connection) == nil
    try writer.append(kept, from: line.joined, isSent: isLast)
    return .taken(stamp)
  }

  private mutating func take(_ change: Change, of mutation: Mutation, _ stamp: Stamp) throws {
    let old = try RecordTable.find(change.kind, change.id, in: writer.connection)
    let new = Record(kind: change.kind, id: change.id, fields: change.set, stamp: stamp)
    if let old { try keepLosers(of: change, in: mutation, stamp, old) }
    for (conflict, since) in try edits.found(by: change, of: mutation, stamped: stamp, over: old) {
      try writer.keep(conflict, since: since)
    }
    try writer.applyPush(new, joining: old)
  }

  /// Takes in a record as a device has it; one with an impossible value is not stored, and noted.
  func take(_ record: Record) throws {
    if case .refused(_, let reason)? = Self.flaw(record) {
      return try writer.noteUnreadable(record, reason)
    }
    let bounded = record.restamped(bounded)
    _ = try writer.attempt {
      writer.observe(bounded.latestStamp)
      let old = try RecordTable.find(record.kind, record.id, in: writer.connection)
      try writer.applyPush(bounded, joining: old)
    }
  }

  /// A stamp that is not in the future: one that was cannot win longer than until the next edit
  /// (spec/sync.md F8, F9).
  private func bounded(_ stamp: Stamp) -> Stamp {
    stamp.time <= latest ? stamp : writer.newStamp()
  }

  /// Keeps the values that lose where two devices set a field without knowing of each other.
  private mutating func keepLosers(
    of change: Change,
    in mutation: Mutation,
    _ stamp: Stamp,
    _ old: Record
  ) throws {
    let kind = change.kind
    guard kind != Conflict.recordKind else { return }
    for (name, value) in change.set.members where !kind.isUnchosen(name) {
      let (known, was) = (old.fields[name], change.was[name])
      guard known != was, let other = old.stamp(of: name), other != stamp, !other.isAutomatic
      else { continue }
      guard known != value else {
        if name == "segments" { try keepTwin(of: change, mutation, isOlder: other < stamp, other) }
        continue
      }
      let isOlder = other < stamp
      let loser = isOlder ? (known, other) : (value, stamp)
      let another = try MutationTable.find(other, in: writer.connection)
      let (maker, winner) = isOlder ? (another, mutation) : (mutation, another)
      if kind == SessionRecord.kind, name == "segments", let maker {
        losses.append(TimelineConflict(session: SessionID(change.id), loser: maker, winner: winner))
      }
      if let end = EndConflict(change.id, name, maker, winner) {
        ends.append(end)
        continue
      }
      guard maker?.followsSession(name, of: kind) != true else { continue }
      let conflict = Conflict(
        kind: kind,
        about: change.id,
        field: name,
        value: loser.0,
        stamp: loser.1
      )
      try writer.keep(conflict, since: max(stamp, other))
    }
  }

  /// Keeps that two devices cut a session in two at one place, so that the part cut off is there once.
  private mutating func keepTwin(
    of change: Change,
    _ mutation: Mutation,
    isOlder: Bool,
    _ other: Stamp
  ) throws {
    guard change.kind == SessionRecord.kind,
      let twin = try MutationTable.find(other, in: writer.connection)
    else { return }
    let (loser, winner) = isOlder ? (twin, mutation) : (mutation, twin)
    losses.append(TimelineConflict(session: SessionID(change.id), loser: loser, winner: winner))
  }
}

extension PushApplier {
  private static func flaw(_ mutation: Mutation) -> PushResult.Outcome? {
    guard mutation.title.utf8.count <= Record.textLimit else { return tooLong("title") }
    // A clock that lost its battery starts at 1970.
    guard mutation.stamp.instant < .limit, mutation.at < .limit, mutation.at.milliseconds >= 0
    else { return tooLate }
    guard !mutation.changes.isTooLarge else { return tooLarge }
    for change in mutation.changes {
      let set = Record(kind: change.kind, id: change.id, fields: change.set, stamp: mutation.stamp)
      if let flaw = flaw(set) { return flaw }
    }
    return nil
  }

  private static func flaw(_ record: Record) -> PushResult.Outcome? {
    guard RecordParts.isName(record.kind.name) else { return noName(record.kind.name) }
    for (name, value) in record.fields.members {
      guard RecordParts.isName(name) else { return noName(name) }
      if case .text(let text) = value, text.utf8.count > Record.textLimit { return tooLong(name) }
    }
    return record.flaw.map {
      .refused(code: "sync.unfit", reason: "Of \(record.kind.name), \($0).")
    }
  }

  private static let unfit = PushResult.Outcome.refused(
    code: "sync.unfit",
    reason: "Its values do not fit together; no version of Cairn makes them."
  )

  private static let another = PushResult.Outcome.refused(
    code: "sync.other_content",
    reason: "The server has something else under the same id."
  )

  private static let tooLate = PushResult.Outcome.refused(
    code: "sync.unfit",
    reason: "It was done before 1970, or from 2100 on."
  )

  private static let tooLarge = PushResult.Outcome.refused(
    code: "sync.too_long",
    reason: "It has more than \(Change.listLimit >> 20) MiB, and is too large for one step."
  )

  private static func tooLong(_ name: String) -> PushResult.Outcome {
    .refused(code: "sync.too_long", reason: "The text of “\(name)” is longer than 1 MiB.")
  }

  private static func noName(_ name: String) -> PushResult.Outcome {
    .refused(code: "sync.malformed", reason: "“\(name.prefix(64))” is no name of a field.")
  }
}

extension Mutation {
  /// What it does in the end, sessions that end before those that begin: one of a kind runs at a time.
  fileprivate var endsFirst: [Change] {
    let net = netChanges
    let ends = net.filter { $0.set["endedAt"] != .null || $0.set[RecordField.deleted] != .null }
    return ends + net.filter { change in !ends.contains(change) }
  }

  /// Whether it did the same, whatever its stamp became.
  fileprivate func isSame(as other: Mutation) -> Bool {
    (line, part, undoes, at) == (other.line, other.part, other.undoes, other.at)
      && title == other.title && changes == other.changes
  }

  /// The same under another stamp.
  fileprivate func stamped(_ stamp: Stamp) -> Mutation {
    guard stamp != self.stamp else { return self }
    return Mutation(
      id: id,
      stamp: stamp,
      at: at,
      title: title,
      line: line,
      part: part,
      undoes: undoes,
      changes: changes
    )
  }
}
