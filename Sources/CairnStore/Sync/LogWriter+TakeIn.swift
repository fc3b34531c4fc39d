import Cairn
import CairnSQL

extension LogWriter {
  /// Joins a record from elsewhere with the one that is here, field by field.
  ///
  /// A rule may have ended a session far ahead while that itself was claimed by a clock that is ahead; claimed
  /// anew by one that is right, it is ended now.
  func applyPush(_ record: Record, joining old: Record?) throws {
    var joined = old ?? record
    guard old == nil || joined.join(record) else { return }
    joined.resumeAfterEnd()
    if joined.isRuled(to: now + Self.skew) { joined.end(at: latestStamp, stampedBy: now) }
    try replace(old, with: joined)
  }

  /// Stores a record from elsewhere in the place of one that is here.
  ///
  /// Of two sessions of a kind that run, the one that was started or resumed last goes on, and the
  /// other ends at that moment, whichever comes first (spec/sync.md 3.6). One that is here and not
  /// `isNews` to who sent the record was ended there already, and is about to come. What this version
  /// cannot read is kept.
  func replace(
    _ old: Record?,
    with record: Record,
    isNews: (Record) throws -> Bool = { _ in true }
  ) throws {
    var new = record
    new.resumeAfterEnd()
    if let other = try runningRival(of: new) {
      if try isNews(other) { try settle(&new, other) } else { try end(other) }
    }
    if let old, old.isSame(as: new) { return }
    try storeForeign(new, replacing: old)
    try noteRemoval(of: new, replacing: old)
  }

  private func runningRival(of record: Record) throws -> Record? {
    guard let session = record.runningSession,
      let open = try SessionQuery.open(session.kind, in: connection), open.id != session.id
    else { return nil }
    return try RecordTable.find(SessionRecord.kind, open.id.record, in: connection)
  }

  private func end(_ stale: Record) throws {
    guard let session = stale.runningSession else { return }
    try storeForeign(ended(stale, session, at: session.timeline.claim), replacing: stale)
  }

  private func settle(_ new: inout Record, _ other: Record) throws {
    guard let mine = new.runningSession, let theirs = other.runningSession else { return }
    superseded.insert(mine.claims(over: theirs) ? other.id : new.id)
    if mine.claims(over: theirs) {
      let ended = try ended(other, theirs, at: mine.timeline.claim)
      try storeForeign(ended, replacing: other)
    } else {
      new = try ended(new, mine, at: theirs.timeline.claim)
    }
  }

  /// A session that ends where another was claimed.
  ///
  /// A clock that is wrong by days must not make hours out of nothing, so an end far ahead of the time
  /// is now; unless the session itself was claimed later than that, since then it is our own clock that
  /// is behind. A stamp lies neither ahead nor after that moment, lest it win over what the person did later and
  /// was sent with it: a pause may have been noted by a clock that is ahead.
  private func ended(
    _ record: Record,
    _ session: Session<NoDetail>,
    at claim: Instant
  ) throws -> Record {
    let own = session.timeline.claim
    let isAhead = claim > now + Self.skew && own <= now + Self.skew
    let moment = max(isAhead ? latestStamp : claim, own)
    var ended = record
    let end = try session.timeline.ended(at: moment).end ?? moment
    ended.end(at: end, stampedBy: min(moment, now))
    return ended
  }

  /// How far apart the clocks of devices that nobody looks after may be.
  private static let skew = Milliseconds.minutes(15)

  /// The latest that a stamp may be: 60 s from now (spec/sync.md I7).
  var latestStamp: Instant { now + Milliseconds(60_000) }
}

extension Session {
  /// Whether this one goes on beside another that runs: it was claimed later.
  fileprivate func claims(over other: Session) -> Bool {
    let (mine, theirs) = (timeline.claim, other.timeline.claim)
    return mine != theirs ? mine > theirs : id.record > other.id.record
  }
}

extension Record {
  /// Whether it is a session that runs or is paused.
  var isRunningSession: Bool { runningSession != nil }

  /// The session it is while that runs or is paused; nil for everything else.
  fileprivate var runningSession: Session<NoDetail>? {
    guard kind == SessionRecord.kind, deletion == nil,
      let session = try? Session<NoDetail>(recordID: id, fields: fields),
      !session.timeline.isEnded
    else { return nil }
    return session
  }

  /// Takes back an end after which the person resumed the session: one that a rule set, or one of another
  /// device on which it had ended before (spec/sync.md 3.6).
  fileprivate mutating func resumeAfterEnd() {
    guard kind == SessionRecord.kind, let end = stamp(of: "endedAt"), fields["endedAt"] != .null,
      let resumed = stamp(of: "segments"), resumed > end, end.isAutomatic ? !closesAtEnd : isResumed
    else { return }
    var fields = Fields()
    fields["endedAt"] = .null
    // Just before the stretches: an end that a rule gives them, perhaps where nobody knew of this one, wins.
    let before = Stamp(time: max(resumed.time, 1) - 1, node: resumed.node, isAutomatic: true)
    let after = Stamp(time: resumed.time, node: resumed.node, isAutomatic: true)
    set(fields, stamp: before > end ? before : after)
  }

  /// Whether a rule lets it run from before a moment to after it.
  fileprivate func isRuled(to moment: Instant) -> Bool {
    guard kind == SessionRecord.kind, stamp(of: "endedAt")?.isAutomatic ?? false,
      case .integer(let ended) = fields["endedAt"], ended > moment.milliseconds,
      case .running(let since)? = stretches?.state
    else { return false }
    return since <= moment
  }

  /// Whether it has a stretch without an end that began at its end or later.
  private var isResumed: Bool {
    guard case .integer(let ended) = fields["endedAt"], case .running(let since)? = stretches?.state
    else { return false }
    return since >= Instant(milliseconds: ended)
  }

  /// Whether its last stretch ends where it does: written by somebody who knew of that.
  private var closesAtEnd: Bool {
    guard case .integer(let ended) = fields["endedAt"] else { return false }
    return stretches?.segments.last?.end == Instant(milliseconds: ended)
  }

  private var stretches: Timeline? {
    guard case .text(let text) = fields["segments"] else { return nil }
    return try? Timeline(text: text, endedAt: nil)
  }
}
