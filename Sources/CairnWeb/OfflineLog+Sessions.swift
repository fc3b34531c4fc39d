import Cairn
import CairnInsights

extension OfflineLog {
  /// All known sessions without their details, newest start first.
  var sessions: [Session<NoDetail>] {
    all(Session<NoDetail>.self)
      .ordered { SortKey($0.timeline.start.milliseconds, $0.id.record) }.reversed()
  }

  /// Returns the open session of a kind, or nil.
  func open(_ kind: SessionKind) -> Session<NoDetail>? {
    sessions.first { $0.kind == kind && !$0.timeline.isEnded }
  }

  /// Returns a session of any kind; throws `session.not_found`.
  func session<Detail: SessionDetail>(
    _ id: RecordID,
    as detail: Detail.Type
  ) throws(CairnError) -> Session<Detail> {
    guard let session = try find(Session<Detail>.self, id) else { throw noSession(id) }
    return session
  }

  private func noSession(_ id: RecordID) -> CairnError {
    CairnError(
      "session.not_found",
      "There is no session \(ShortID(id).text).",
      hint: "List sessions to see their ids."
    )
  }

  /// Starts a session now; throws `session.already_running` and `session.overlap`.
  mutating func start<Detail: SessionDetail>(
    _ detail: Detail,
    _ action: OfflineAction
  ) throws(CairnError) {
    let id = SessionID(ids.next(of: Session<Detail>.self).record)
    if existed(SessionRecord.kind, id.record) { return discardChanges() }
    if let open = open(Detail.kind) { throw alreadyRunning(open) }
    var session = try Session(id: id, detail: detail, startingAt: now, zone: zones.own.name)
    session.sessionContext.setPlace(action.text("place"))
    session.note = action.text("note")
    session.activeDevice = device
    try requireNoOverlap(session.kind, session.id, session.timeline)
    save(session)
  }

  /// Pauses a session now; throws the errors of ``Session/pause(at:)``.
  mutating func pause(_ action: OfflineAction) throws(CairnError) {
    var session = try session(try action.id("session"), as: NoDetail.self)
    title = historyTitle(session, "paused")
    try session.pause(at: now)
    try session.timeline.requirePast(now: now)
    save(session)
  }

  /// Resumes a session now; throws the errors of ``Session/resume(at:)``.
  mutating func resume(_ action: OfflineAction) throws(CairnError) {
    var session = try session(try action.id("session"), as: NoDetail.self)
    title = historyTitle(session, "resumed")
    if let device { try session.resume(at: now, on: device) } else { try session.resume(at: now) }
    try requireNoOverlap(session.kind, session.id, session.timeline)
    save(session)
  }

  /// Discards an open session; throws `session.already_ended`.
  mutating func discard(_ action: OfflineAction) throws(CairnError) {
    let session = try session(try action.id("session"), as: NoDetail.self)
    guard !session.timeline.isEnded else {
      throw CairnError(
        "session.already_ended",
        "Session \(ShortID(session.id.record).text) has ended; only an open session can be discarded.",
        hint: "Delete it instead."
      )
    }
    title = historyTitle(session, "discarded")
    delete(SessionRecord.kind, session.id.record)
  }

  /// Stops a session of any kind; throws `session.forgotten` and the errors of its kind.
  mutating func stop(_ action: OfflineAction) throws(CairnError) {
    let id = try action.id("session")
    let session = try session(id, as: NoDetail.self)
    try rejectForgottenTimer(session, action)
    switch session.kind {
    case Climbing.kind: try stopClimbing(id, action)
    case Reading.kind: try stopReading(id, action)
    case Listening.kind: try stopListening(id, action)
    default: try stop(id, as: NoDetail.self, action) { (_) throws(CairnError) in }
    }
    guard let note = action.given("note") else { return }
    var ended = try self.session(id, as: NoDetail.self)
    ended.note = note.isEmpty ? nil : note
    save(ended)
  }

  /// Stops a session after `rule` has updated its details.
  mutating func stop<Detail: SessionDetail>(
    _ id: RecordID,
    as detail: Detail.Type,
    _ action: OfflineAction,
    _ rule: (inout Detail) throws(CairnError) -> Void
  ) throws(CairnError) {
    var session = try session(id, as: detail)
    title = historyTitle(try self.session(id, as: NoDetail.self), "saved")
    try rule(&session.detail)
    let end = try end(of: self.session(id, as: NoDetail.self), action)
    try session.end(at: end, zone: zones.own.name, allowShort: action.flag("short"))
    try session.timeline.requirePast(now: now)
    save(session)
  }

  /// Returns the end of a session: the given one, else now; throws if it is within a pause.
  private func end(
    of session: Session<NoDetail>,
    _ action: OfflineAction
  ) throws(CairnError) -> Instant {
    guard !action.flag("all"), let ended = action.text("ended") else { return now }
    let time = try clock(session).instant(ended, name: "ended")
    try session.timeline.requireEndAfterPause(time)
    return time
  }
}

extension OfflineLog {
  /// A history title: `Session saved: “Dune”`, or `Climbing session saved` without a title.
  func historyTitle(_ session: Session<NoDetail>, _ done: String) -> String {
    if let title = titleOf(session) { return "Session \(done): “\(title)”" }
    return
      "\(session.kind.name.prefix(1).uppercased())\(session.kind.name.dropFirst()) session \(done)"
  }

  /// Returns the title of a session for a list, else its kind; a discipline is capitalised.
  func subject(of session: Session<NoDetail>) -> String {
    let words = titleOf(session) ?? session.kind.name
    guard session.kind == Climbing.kind else { return words }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Returns the title of the book or story, or the discipline and location; nil if it is unknown.
  func titleOf(_ session: Session<NoDetail>) -> String? {
    switch session.kind {
    case Reading.kind:
      return reading(session).flatMap { title(of: $0.detail.entry) }
    case Climbing.kind:
      let climbing = (try? find(Session<Climbing>.self, session.id.record))?.detail
      return Climbing.title(climbing?.discipline, at: session.sessionContext.place)
    default:
      let story = (try? find(Session<Listening>.self, session.id.record))?.detail.story
      return story.flatMap { id in (try? find(Story.self, id.record))?.title }
    }
  }

  /// Returns the session with its reading details; nil for another kind.
  func reading(_ session: Session<NoDetail>) -> Session<Reading>? {
    guard session.kind == Reading.kind else { return nil }
    return try? find(Session<Reading>.self, session.id.record)
  }

  /// Returns the title of a book; nil if it is unknown.
  func title(of id: Identifier<Entry>) -> String? {
    guard let entry = try? find(Entry.self, id.record) else { return nil }
    return (try? find(Work.self, entry.work.record))?.title
  }

  private func alreadyRunning(_ open: Session<NoDetail>) -> CairnError {
    CairnError(
      "session.already_running",
      "A \(open.kind.name) session\(titleSuffix(open)) has been open since "
        + "\(clock(open).text(open.timeline.start)).",
      hint: "Stop or discard it before you start another."
    )
  }

  /// Returns the clock of a session's zone.
  private func clock(_ session: Session<NoDetail>) -> WallClock {
    WallClock(zone: zones.rules(session.zone), now: now)
  }

  private func titleSuffix(_ session: Session<NoDetail>) -> String {
    titleOf(session).map { " of “\($0)”" } ?? ""
  }

  /// Throws `session.overlap` if another session of the kind overlaps the timeline.
  private func requireNoOverlap(
    _ kind: SessionKind,
    _ id: SessionID,
    _ timeline: Timeline
  ) throws(CairnError) {
    let others = sessions.filter { other in
      other.kind == kind && other.id != id
        && (kind != Listening.kind || other.source == nil)
        && other.timeline.overlaps(timeline, now: .limit)
    }
    guard let other = others.last else { return }
    let clock = clock(other)
    let end = other.timeline.end.map { "to \(clock.text($0))" } ?? "and is still open"
    throw CairnError(
      "session.overlap",
      "This overlaps session \(ShortID(other.id.record).text)\(titleSuffix(other)): "
        + "\(clock.text(other.timeline.start)) \(end).",
      hint: "Choose another time, or trim that session."
    )
  }

  /// Throws `session.forgotten` for a forgotten timer, so that the person chooses its end.
  private func rejectForgottenTimer(
    _ session: Session<NoDetail>,
    _ action: OfflineAction
  ) throws(CairnError) {
    guard action.text("ended") == nil, !action.flag("all") else { return }
    guard let forgotten = forgotten(session) else { return }
    throw CairnError(
      "session.forgotten",
      "The timer has run for \(forgotten.running.hoursAndMinutes) without a pause; "
        + "when did you stop?",
      hint: "Choose below: probably at \(clock(session).text(forgotten.proposedEnd))."
    )
  }

  /// Returns the forgotten timer of a session; nil if it was not forgotten.
  func forgotten(_ session: Session<NoDetail>) -> ForgottenTimer? {
    let earlier = sessions.filter { $0.kind == session.kind && $0.timeline.isEnded }
    let lengths = earlier.prefix(20).map { $0.timeline.active(until: now) }
    return ForgottenTimer(session.timeline, now: now, earlier: lengths)
  }
}
