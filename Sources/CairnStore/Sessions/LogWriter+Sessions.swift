public import Cairn
import CairnSQL

extension LogWriter {
  /// Starts a session.
  ///
  /// With `adjust` neighbours of the same kind make room. Throws `session.already_running` while
  /// one of its kind is open, `session.overlap` when its time is taken, `session.swallowed`,
  /// `session.in_future`, and `session.time_out_of_range`.
  public func start<Detail>(
    _ detail: Detail,
    at start: Instant,
    zone: String,
    adjust: Bool = false
  ) throws -> Session<Detail> {
    if let open = try SessionQuery.open(Detail.kind, in: connection) {
      throw Self.alreadyRunning(open)
    }
    var session = try Session(
      id: SessionID(newID(of: Session<Detail>.self).record),
      detail: detail,
      startingAt: start,
      zone: zone
    )
    session.mark = mark(at: start)
    session.activeDevice = device
    try save(session, adjust: adjust)
    return session
  }

  /// Records a session that has ended.
  ///
  /// With `adjust` neighbours of the same kind make room. Throws `session.overlap`,
  /// `session.in_future`, `session.too_short`, or `session.swallowed`.
  public func track<Detail>(
    _ detail: Detail,
    _ segments: [Segment],
    zone: String,
    note: String?,
    adjust: Bool,
    allowShort: Bool
  ) throws -> Session<Detail> {
    let timeline = try Timeline(ended: segments)
    if allowShort {
      try timeline.requireTime()
    } else {
      try timeline.requireAtLeast(Detail.minimum)
    }
    try timeline.requireNotTooLong()
    var session = Session(
      id: SessionID(newID(of: Session<Detail>.self).record),
      detail: detail,
      timeline: timeline,
      zone: zone
    )
    session.note = note
    try save(session, adjust: adjust)
    return session
  }

  /// Applies a rule to a stored session.
  ///
  /// Throws `session.not_found`, what the rule throws, and like ``start(_:at:zone:adjust:)`` when the
  /// time changes; nothing is changed then.
  @discardableResult
  public func change<Detail>(
    _ id: SessionID,
    as detail: Detail.Type,
    adjust: Bool = false,
    _ rule: (inout Session<Detail>) throws -> Void
  ) throws -> Session<Detail> {
    let before = try self.session(id, as: detail)
    var session = before
    try rule(&session)
    if session.timeline == before.timeline {
      try save(session)
    } else {
      try save(session, adjust: adjust, over: before)
    }
    if session.kind == Climbing.kind { try followClimbs(before, session) }
    return session
  }

  /// Ends a session; without a time now, as a clock measures it that cannot be set.
  ///
  /// `rule` sets what the person says of it at the end; it is checked before anything changes. Throws
  /// `session.not_found` and what `Session.end(at:zone:allowShort:)` throws; the session goes on
  /// then.
  @discardableResult
  public func end<Detail>(
    _ id: SessionID,
    as detail: Detail.Type,
    at time: Instant?,
    zone: String,
    allowShort: Bool,
    _ rule: (inout Detail) throws -> Void = { _ in }
  ) throws -> Session<Detail> {
    try change(id, as: detail) { session in
      try rule(&session.detail)
      if let time { try session.timeline.requireEndAfterPause(time) }
      let end = end(of: &session, time)
      try session.end(at: end, zone: zone, allowShort: allowShort)
      try session.timeline.requireNotTooLong()
    }
  }

  /// Interrupts a session, for a reason if the person gives one; without a time now, as a clock
  /// measures it that cannot be set.
  @discardableResult
  public func pause(
    _ id: SessionID,
    at time: Instant?,
    reason: String? = nil
  ) throws -> Session<NoDetail> {
    try change(id, as: NoDetail.self) { session in
      let end = end(of: &session, time)
      try session.pause(at: end)
      try session.timeline.requireNotTooLong()
      if let reason { try session.setReasonOfLastPause(reason) }
    }
  }

  /// Goes on with a session; without a time now.
  ///
  /// One that runs on another device is taken over.
  @discardableResult
  public func resume(_ id: SessionID, at time: Instant?) throws -> Session<NoDetail> {
    try change(id, as: NoDetail.self) { session in
      try session.resume(at: time ?? now, on: device)
      // Resumed at the moment of the pause, the stretch runs since long before.
      if case .running(let since) = session.timeline.state { session.mark = mark(at: since) }
    }
  }

  /// The end of the running stretch: as given, or now, as a clock measures it that cannot be set.
  func end<Detail>(of session: inout Session<Detail>, _ time: Instant?) -> Instant {
    guard time == nil else { return time ?? now }
    let present = session.present(now: now, mark: log.environment.mark())
    if present.wasSet {
      session.isClockAdjusted = true
      measured = session.id
    }
    return present.at
  }

  /// How records name this device.
  private var device: String { Stamp.text(ofNode: log.node) }

  /// A mark for a timer that starts to run now; none for one that started earlier.
  private func mark(at start: Instant) -> ClockMark? {
    abs((now - start).count) < 1_000 ? log.environment.mark() : nil
  }

  /// A stored session; throws `session.not_found`.
  public func session<Detail>(
    _ id: SessionID,
    as detail: Detail.Type
  ) throws -> Session<Detail> {
    guard let session = try find(Session<Detail>.self, id.record) else {
      throw Self.noSession(id)
    }
    return session
  }

  /// A session as lists show it, with what this mutation has changed so far.
  ///
  /// What a command shows comes from here: a moment later another program may have changed it.
  /// Throws `session.not_found`.
  public func row(_ id: SessionID) throws -> SessionRow {
    guard let row = try SessionQuery.find(id, in: connection) else { throw Self.noSession(id) }
    return row
  }

  /// Cuts a session in two; gives both parts.
  public func split<Detail>(
    _ id: SessionID,
    as detail: Detail.Type,
    at cut: Instant
  ) throws -> (Session<Detail>, Session<Detail>) {
    var earlier = try session(id, as: detail)
    let later = try earlier.split(at: cut, newID: SessionID(newID()))
    try save(earlier)
    try save(later)
    return (earlier, later)
  }

  /// Joins `other` into the session `id` and deletes `other`, which tells from then on where it went.
  public func merge<Detail>(
    _ id: SessionID,
    _ other: SessionID,
    as detail: Detail.Type
  ) throws -> Session<Detail> {
    guard id != other else {
      throw CairnError(
        "session.same",
        "A session cannot be merged with itself.",
        hint: "Name two sessions."
      )
    }
    var session = try session(id, as: detail)
    let second = try self.session(other, as: detail)
    try requireNothing(between: session, second)
    try session.merge(second)
    var gone = Fields()
    gone[RecordField.deleted] = .text(Deletion.byPerson)
    gone.set("mergedInto", id)
    try set(gone, SessionRecord.kind, other.record)
    try save(session, adjust: false)
    return session
  }

  /// Refuses to join two sessions of a book with `session.between` where a third lies between them: its pages would
  /// count twice.
  private func requireNothing<Detail>(
    between first: Session<Detail>,
    _ second: Session<Detail>
  ) throws {
    let (one, other) = (first.timeline, second.timeline)
    guard first.kind == Reading.kind, let end = one.end, let last = other.end else { return }
    let gap = Segment(start: min(end, last), end: max(one.start, other.start))
    guard gap.start < max(one.start, other.start) else { return }
    let span = try Timeline(ended: [gap])
    let between = try SessionQuery.overlapping(span, first.kind, in: connection).first {
      ![first.id, second.id].contains($0.id) && $0.entry?.record == first.detail.subject
    }
    if let between { throw Self.between(between) }
  }

  /// Brings a deleted session back.
  ///
  /// One that is there stays as it is. Throws `session.not_found` for one that never was, and
  /// `session.overlap` when its time was taken meanwhile.
  public func restoreSession(_ id: SessionID) throws {
    guard let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection),
      record.deletion == nil || record.deletion == Deletion.byPerson
    else { throw Self.noSession(id) }
    var fields = Fields()
    fields[RecordField.deleted] = .null
    fields["mergedInto"] = .null
    try set(fields, SessionRecord.kind, id.record)
    try requireFree(session(id, as: NoDetail.self))
  }

  /// Stores a session after checking that its time is past and free.
  ///
  /// Two devices that knew nothing of each other may have left two sessions in one time. What lies in
  /// the time of a session already does not keep it from going on or ending.
  private func save<Detail>(
    _ session: Session<Detail>,
    adjust: Bool,
    over before: Session<Detail>? = nil
  ) throws {
    if session.id != measured { try session.timeline.requirePast(now: now) }
    let known = adjust ? [] : try before.map { try conflicts(of: $0).map(\.id) } ?? []
    for conflict in try conflicts(of: session) where !known.contains(conflict.id) {
      guard adjust, conflict.endedAt != nil else { throw Self.overlap(conflict) }
      try change(conflict.id, as: NoDetail.self) { other in
        for segment in session.timeline.segments {
          try other.makeRoom(for: segment.start..<max(segment.start, segment.end ?? .limit))
        }
      }
      shortened.append(try row(conflict.id))
    }
    try save(session)
  }

  /// What history adds for the sessions that made room: ` (shortens “Emma” and 1 more)`.
  var shortenedTitle: String {
    guard let first = shortened.first else { return "" }
    let what = first.title.map { "“\($0)”" } ?? first.kind.name
    let others = shortened.count > 1 ? " and \(shortened.count - 1) more" : ""
    return " (shortens \(what)\(others))"
  }

  /// Refuses a session whose time is taken by another.
  func requireFree(_ session: Session<NoDetail>) throws {
    if let conflict = try conflicts(of: session).first { throw Self.overlap(conflict) }
  }

  /// The other sessions of its kind that hold time of a session.
  ///
  /// What players tell of themselves holds no time: there can be more than one, and the person's own
  /// timer may run beside them.
  func conflicts<Detail>(of session: Session<Detail>) throws -> [SessionRow] {
    guard session.kind != Listening.kind || session.source == nil else { return [] }
    return try SessionQuery.overlapping(session.timeline, session.kind, in: connection)
      .filter { $0.id != session.id && ($0.kind != Listening.kind || $0.source == nil) }
  }

  static func noSession(_ id: SessionID) -> CairnError {
    CairnError(
      "session.not_found",
      "There is no session \(ShortID(id.record).text).",
      hint: "List sessions to see their ids."
    )
  }

  static func alreadyRunning(_ open: SessionRow) -> CairnError {
    CairnError(
      "session.already_running",
      "A \(open.kind.name) session\(open.ofTitle) is open since \(open.startedAt.text).",
      hint: "Stop it or cancel it before you start another."
    )
  }

  private static func between(_ row: SessionRow) -> CairnError {
    CairnError(
      "session.between",
      "Session \(row.shortID.text)\(row.ofTitle) lies between the two: it began at \(row.startedAt.text).",
      hint: "Merge with that one first."
    )
  }

  static func overlap(_ row: SessionRow) -> CairnError {
    let end = row.endedAt.map { "to \($0.text)" } ?? "and is still open"
    return CairnError(
      "session.overlap",
      "The time is taken by session \(row.shortID.text)\(row.ofTitle): \(row.startedAt.text) \(end).",
      hint: row.endedAt == nil
        ? "Choose another time, or end that session first."
        : "Choose another time, or let that session make room."
    )
  }
}
