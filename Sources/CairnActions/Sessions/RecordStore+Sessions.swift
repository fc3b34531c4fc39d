public import Cairn

extension RecordStore {
  /// Returns a session; throws `session.not_found`.
  public func session<Detail>(
    _ id: SessionID,
    as detail: Detail.Type
  ) throws(CairnError) -> Session<Detail> {
    guard let session = try find(Session<Detail>.self, id.record) else { throw .noSession(id) }
    return session
  }

  /// Starts a session; `adjust` shortens overlapping sessions of the same kind, and `rule` adds to the session.
  ///
  /// Throws `session.already_running` while one of its kind is open, `session.overlap` if its time is taken,
  /// `session.nothing_left`, `session.in_future`, and `session.time_out_of_range`.
  public func start<Detail>(
    _ detail: Detail,
    at start: Instant,
    zone: String,
    adjust: Bool = false,
    _ rule: (inout Session<Detail>) throws(CairnError) -> Void = { (_) throws(CairnError) in }
  ) throws(CairnError) -> Session<Detail> {
    if let open = try openSession(Detail.kind) { throw .alreadyRunning(open) }
    let id = SessionID(newID(of: Session<Detail>.self).record)
    var session = try Session(id: id, detail: detail, startingAt: start, zone: zone)
    session.mark = mark(at: start)
    session.activeDevice = device
    try rule(&session)
    try requireFree(session.interval, adjust: adjust)
    try save(session)
    return session
  }

  /// Adds an ended session; `adjust` shortens overlapping sessions of the same kind.
  ///
  /// Throws `session.overlap`, `session.in_future`, `session.too_short`, or `session.nothing_left`.
  public func track<Detail>(
    _ detail: Detail,
    _ segments: [Segment],
    zone: String,
    note: String?,
    adjust: Bool,
    allowShort: Bool
  ) throws(CairnError) -> Session<Detail> {
    let timeline = try Timeline(ended: segments)
    if allowShort {
      try timeline.requireTime()
    } else {
      try timeline.requireAtLeast(Detail.minimum)
    }
    try timeline.requireNotTooLong()
    let id = SessionID(newID(of: Session<Detail>.self).record)
    var session = Session(id: id, detail: detail, timeline: timeline, zone: zone)
    session.note = note
    try requireFree(session.interval, adjust: adjust)
    try save(session)
    return session
  }

  /// Edits a session.
  ///
  /// Throws `session.not_found`, the errors of `rule`, and, if the time changes, those of
  /// ``start(_:at:zone:adjust:_:)``; nothing changes then.
  @discardableResult
  public func change<Detail>(
    _ id: SessionID,
    as detail: Detail.Type,
    adjust: Bool = false,
    _ rule: (inout Session<Detail>) throws(CairnError) -> Void
  ) throws(CairnError) -> Session<Detail> {
    let before = try session(id, as: detail)
    var session = before
    try rule(&session)
    if session.timeline != before.timeline {
      try requireFree(session.interval, over: before.interval, adjust: adjust)
    }
    try save(session)
    if session.kind == Climbing.kind {
      try adjustClimbs(of: id, from: before.timeline, to: session.timeline)
      try changeDiscipline(of: id, from: before.detail.discipline, to: session.detail.discipline)
    }
    return session
  }

  /// Stops a session; the time defaults to now, by a monotonic clock.
  ///
  /// `rule` sets the details entered at the end; it is validated before anything changes. Throws `session.not_found`
  /// and the errors of `Session.end(at:zone:allowShort:)`; the session keeps running then.
  @discardableResult
  public func end<Detail>(
    _ id: SessionID,
    as detail: Detail.Type,
    at time: Instant?,
    zone: String,
    allowShort: Bool,
    _ rule: (inout Detail) throws(CairnError) -> Void = { (_) throws(CairnError) in }
  ) throws(CairnError) -> Session<Detail> {
    try change(id, as: detail) { (session) throws(CairnError) in
      try rule(&session.detail)
      if let time { try session.timeline.requireEndAfterPause(time) }
      let end = end(of: &session, time)
      try session.end(at: end, zone: zone, allowShort: allowShort)
      try session.timeline.requireNotTooLong()
    }
  }

  /// Pauses a session, with an optional reason; the time defaults to now, by a monotonic clock.
  @discardableResult
  public func pause(
    _ id: SessionID,
    at time: Instant?,
    reason: String? = nil
  ) throws(CairnError) -> Session<NoDetail> {
    try change(id, as: NoDetail.self) { (session) throws(CairnError) in
      let end = end(of: &session, time)
      try session.pause(at: end)
      try session.timeline.requireNotTooLong()
      if let reason { try session.setReasonOfLastPause(reason) }
    }
  }

  /// Resumes a session; the time defaults to now.
  ///
  /// Moves a session that is active on another device to this one.
  @discardableResult
  public func resume(_ id: SessionID, at time: Instant?) throws(CairnError) -> Session<NoDetail> {
    try change(id, as: NoDetail.self) { (session) throws(CairnError) in
      let time = time ?? now
      if let device {
        try session.resume(at: time, on: device)
      } else {
        try session.resume(at: time)
      }
      // If resumed at the moment of the pause, the segment continues from its old start.
      if case .running(let since) = session.timeline.state { session.mark = mark(at: since) }
    }
  }

  /// Returns a session for messages; throws `session.not_found`.
  func requireSummary(of id: SessionID) throws(CairnError) -> Row {
    guard let row = try summary(of: id) else { throw .noSession(id) }
    return row
  }

  /// Returns `time`, or now by a monotonic clock, as the end of the running segment.
  package func end<Detail>(of session: inout Session<Detail>, _ time: Instant?) -> Instant {
    guard time == nil else { return time ?? now }
    let present = session.present(now: now, mark: clockMark)
    if present.wasSet {
      session.isClockAdjusted = true
      effects.measured = session.id
    }
    return present.at
  }

  /// Returns a clock mark for a timer that starts now; nil for one that started earlier.
  private func mark(at start: Instant) -> ClockMark? {
    abs((now - start).count) < 1_000 ? clockMark : nil
  }
}

extension RecordStore {
  /// Throws unless a session's time is in the past and free; `adjust` trims ended sessions that overlap it.
  ///
  /// Overlaps that exist already are allowed, because two devices can create them independently. They must not keep a
  /// session from running or ending.
  package func requireFree(
    _ session: SessionInterval,
    over before: SessionInterval? = nil,
    adjust: Bool = false
  ) throws(CairnError) {
    if session.id != effects.measured { try session.timeline.requirePast(now: now) }
    var known: [Row] = []
    if let before, !adjust { known = try conflicts(of: before) }
    for conflict in try conflicts(of: session)
    where !known.contains(where: { $0.id == conflict.id }) {
      guard adjust, conflict.timeline.isEnded else { throw .overlap(conflict) }
      try trim(conflict.id, for: session.timeline)
    }
  }

  private func trim(_ id: SessionID, for timeline: Timeline) throws(CairnError) {
    try change(id, as: NoDetail.self) { (other) throws(CairnError) in
      for segment in timeline.segments {
        try other.makeRoom(for: segment.start..<max(segment.start, segment.end ?? .limit))
      }
    }
    effects.trimmed.append(try requireSummary(of: id))
  }

  /// Returns the other sessions of its kind that overlap a session.
  ///
  /// Ignores sessions reported by players: a person can use several, next to their own timer.
  package func conflicts(of session: SessionInterval) throws(CairnError) -> [Row] {
    guard session.kind != Listening.kind || session.source == nil else { return [] }
    return try sessions(session.kind, overlapping: session.timeline)
      .filter { $0.id != session.id && ($0.kind != Listening.kind || $0.source == nil) }
  }
}

extension RecordStore {
  /// Returns the other sessions of its kind that overlap a session.
  package func conflicts<Detail>(of session: Session<Detail>) throws(CairnError) -> [Row] {
    try conflicts(of: session.interval)
  }
}

/// The time of a session, without its details.
package struct SessionInterval {
  let id: SessionID
  let kind: SessionKind
  let timeline: Timeline
  let source: String?
}

extension Session {
  /// The time of the session.
  package var interval: SessionInterval {
    SessionInterval(id: id, kind: kind, timeline: timeline, source: source)
  }
}
