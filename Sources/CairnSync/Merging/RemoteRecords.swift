import Cairn
import CairnReports
import CairnStore

/// Stores the records of another device in a log, during one write.
struct RemoteRecords {
  private let writer: LogWriter
  /// The devices that undid the creation of records, as far as these are being received.
  private let undoers: [RecordID: UInt32]
  /// Whether the other device deleted records of this log.
  private(set) var hasDeletions = false

  init(_ writer: LogWriter, of mutations: [SyncMutation]) {
    (self.writer, undoers) = (writer, mutations.undoers)
  }

  private var connection: LogConnection { writer.connection }

  /// Merges a remote record into the local one, field by field.
  ///
  /// An automatic end can be far in the future if the session was resumed by a clock that was ahead. Once a correct
  /// clock resumes it again, it ends now.
  mutating func merge(_ record: Record, joining old: Record?) throws {
    var joined = old ?? record
    guard old == nil || joined.join(record) else { return }
    joined.removeEndBeforeResume()
    if let old { joined.removeEndAfterUndo(of: old) }
    if joined.endsAutomatically(to: writer.now + Self.skew) {
      joined.end(at: writer.latestStamp, stampedBy: writer.now)
    }
    try replace(old, with: joined)
  }

  /// Stores a remote record in place of the local one, even if this version cannot read it.
  ///
  /// Of two running sessions of one kind, the one started or resumed last continues. The other ends at that moment,
  /// whichever arrives first (spec/sync.md 3.6). If the sender already knows the local one, it has ended it, and that
  /// end is about to arrive.
  mutating func replace(
    _ old: Record?,
    with record: Record,
    isUnknownToServer: (Record) throws -> Bool = { _ in true }
  ) throws {
    var new = record
    new.removeEndBeforeResume()
    if let other = try otherRunningSession(of: new) {
      if try isUnknownToServer(other) { try resolve(&new, other) } else { try end(other) }
    }
    if let old, old.isSame(as: new) { return }
    try writer.storeRemote(new, replacing: old)
    try recordDeletion(of: new, replacing: old)
  }

  /// Records that the other device deleted a record.
  ///
  /// A merged record still exists in its target, so it is not counted.
  private mutating func recordDeletion(of new: Record, replacing old: Record?) throws {
    guard let old, old.deletion == nil, new.deletion != nil, new.fields["mergedInto"] == .null,
      let stamp = new.deletionStamp
    else { return }
    let node = undoers[new.id] ?? stamp.node
    try RemoteDeletionTable.add(new, by: node, at: writer.now, in: connection)
    hasDeletions = true
  }

  private func otherRunningSession(of record: Record) throws -> Record? {
    guard let session = record.runningSession,
      let open = try SessionQuery.open(session.kind, in: connection), open.id != session.id
    else { return nil }
    return try RecordTable.find(SessionRecord.kind, open.id.record, in: connection)
  }

  private func end(_ stale: Record) throws {
    guard let session = stale.runningSession else { return }
    try writer.storeRemote(ended(stale, session, at: session.timeline.claim), replacing: stale)
  }

  private func resolve(_ new: inout Record, _ other: Record) throws {
    guard let newSession = new.runningSession, let otherSession = other.runningSession else {
      return
    }
    if newSession.claims(over: otherSession) {
      let ended = try ended(other, otherSession, at: newSession.timeline.claim)
      try writer.storeRemote(ended, replacing: other)
    } else {
      new = try ended(new, newSession, at: otherSession.timeline.claim)
    }
  }

  /// Returns the session, ended at the moment when another one was started or resumed.
  ///
  /// A clock that is off by days must not add hours, so an end far ahead becomes now. If the session itself was resumed
  /// later than now, the local clock is behind, and the end stays. The stamp is neither in the future nor after the
  /// end, so that later edits of the same push win: a clock that is ahead may have stamped a pause.
  private func ended(
    _ record: Record,
    _ session: Session<NoDetail>,
    at claim: Instant
  ) throws -> Record {
    let own = session.timeline.claim
    let now = writer.now
    let isAhead = claim > now + Self.skew && own <= now + Self.skew
    let moment = max(isAhead ? writer.latestStamp : claim, own)
    var ended = record
    let end = try session.timeline.ended(at: moment).end ?? moment
    ended.end(at: end, stampedBy: min(moment, now))
    return ended
  }

  /// The tolerated clock difference between devices without time synchronization.
  private static let skew = Milliseconds.minutes(15)
}

extension LogWriter {
  /// The latest accepted stamp: 60 s from now (spec/sync.md I7).
  var latestStamp: Instant { now + Milliseconds(60_000) }
}

extension [SyncMutation] {
  /// The devices that undid the creation of records, whose stamps name the device that created them.
  fileprivate var undoers: [RecordID: UInt32] {
    var undoers: [RecordID: UInt32] = [:]
    for mutation in map(\.mutation) where mutation.undoes != nil {
      for change in mutation.changes { undoers[change.id] = mutation.stamp.node }
    }
    return undoers
  }
}

extension Session {
  /// Returns whether this session continues if both run: it was started or resumed later.
  fileprivate func claims(over other: Session) -> Bool {
    let (newSession, otherSession) = (timeline.claim, other.timeline.claim)
    return newSession != otherSession ? newSession > otherSession : id.record > other.id.record
  }
}

extension Record {
  /// Whether it is a running or paused session.
  var isRunningSession: Bool { runningSession != nil }

  /// The session, if the record is a running or paused one.
  fileprivate var runningSession: Session<NoDetail>? {
    guard kind == SessionRecord.kind, deletion == nil,
      let session = try? Session<NoDetail>(recordID: id, fields: fields),
      !session.timeline.isEnded
    else { return nil }
    return session
  }

  /// Removes an end that was set before the session was resumed: an automatic one, or one of another device.
  ///
  /// See spec/sync.md 3.6.
  fileprivate mutating func removeEndBeforeResume() {
    guard kind == SessionRecord.kind, let end = stamp(of: "endedAt"), fields["endedAt"] != .null,
      let resumed = stamp(of: "segments"), resumed > end,
      end.isAutomatic ? !lastSegmentEndsAtEnd : isResumed
    else { return }
    var fields = Fields()
    fields["endedAt"] = .null
    // Just before the segments, so that an automatic end for them wins, even from a device that does not know this one.
    let before = Stamp(time: max(resumed.time, 1) - 1, node: resumed.node, isAutomatic: true)
    let after = Stamp(
      time: resumed.time,
      node: resumed.node,
      turn: resumed.turn,
      isAutomatic: true
    )
    set(fields, stamp: before > end ? before : after)
  }

  /// Removes an automatic end that depends on segments which an undo or redo has now replaced.
  ///
  /// If another session runs, this one ends again, by its current segments.
  fileprivate mutating func removeEndAfterUndo(of old: Record) {
    guard kind == SessionRecord.kind, let end = stamp(of: "endedAt"), end.isAutomatic,
      fields["endedAt"] != .null, !lastSegmentEndsAtEnd, let stamp = stamp(of: "segments"),
      stamp.turn > 0, fields["segments"] != old.fields["segments"]
    else { return }
    var fields = Fields()
    fields["endedAt"] = .null
    set(fields, stamp: end.turned)
  }

  /// Returns whether it runs at the given time and ends automatically later.
  fileprivate func endsAutomatically(to moment: Instant) -> Bool {
    guard kind == SessionRecord.kind, stamp(of: "endedAt")?.isAutomatic ?? false,
      case .integer(let ended) = fields["endedAt"], ended > moment.milliseconds,
      case .running(let since)? = stretches?.state
    else { return false }
    return since <= moment
  }

  /// Whether it has an open segment that starts at its end or later.
  private var isResumed: Bool {
    guard case .integer(let ended) = fields["endedAt"], case .running(let since)? = stretches?.state
    else { return false }
    return since >= Instant(milliseconds: ended)
  }

  /// Whether its last segment ends at its end, which means that the writer knew that end.
  private var lastSegmentEndsAtEnd: Bool {
    guard case .integer(let ended) = fields["endedAt"] else { return false }
    return stretches?.segments.last?.end == Instant(milliseconds: ended)
  }

  private var stretches: Timeline? {
    guard case .text(let text) = fields["segments"] else { return nil }
    return try? Timeline(text: text, endedAt: nil)
  }
}
