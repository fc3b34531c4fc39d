public import Cairn
import CairnSQL

extension LogWriter {
  /// Starts a session; `adjust` shortens overlapping sessions of the same kind.
  ///
  /// Throws `session.already_running` while one of its kind is open, `session.overlap` if its time is taken,
  /// `session.swallowed`, `session.in_future`, and `session.time_out_of_range`.
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

  /// Adds an ended session; `adjust` shortens overlapping sessions of the same kind.
  ///
  /// Throws `session.overlap`, `session.in_future`, `session.too_short`, or `session.swallowed`.
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

  /// Edits a session.
  ///
  /// Throws `session.not_found`, the errors of `rule`, and, if the time changes, those of ``start(_:at:zone:adjust:)``;
  /// nothing changes then.
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
    if session.kind == Climbing.kind { try adjustClimbs(before, session) }
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

  /// Pauses a session, with an optional reason; the time defaults to now, by a monotonic clock.
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

  /// Resumes a session; the time defaults to now.
  ///
  /// Moves a session that is active on another device to this one.
  @discardableResult
  public func resume(_ id: SessionID, at time: Instant?) throws -> Session<NoDetail> {
    try change(id, as: NoDetail.self) { session in
      try session.resume(at: time ?? now, on: device)
      // If resumed at the moment of the pause, the segment continues from its old start.
      if case .running(let since) = session.timeline.state { session.mark = mark(at: since) }
    }
  }

  /// Returns `time`, or now by a monotonic clock, as the end of the running segment.
  func end<Detail>(of session: inout Session<Detail>, _ time: Instant?) -> Instant {
    guard time == nil else { return time ?? now }
    let present = session.present(now: now, mark: log.environment.mark())
    if present.wasSet {
      session.isClockAdjusted = true
      measured = session.id
    }
    return present.at
  }

  /// The name of this device in records.
  private var device: String { Stamp.text(ofNode: log.node) }

  /// Returns a clock mark for a timer that starts now; nil for one that started earlier.
  private func mark(at start: Instant) -> ClockMark? {
    abs((now - start).count) < 1_000 ? log.environment.mark() : nil
  }

  /// Returns a session; throws `session.not_found`.
  public func session<Detail>(
    _ id: SessionID,
    as detail: Detail.Type
  ) throws -> Session<Detail> {
    guard let session = try find(Session<Detail>.self, id.record) else {
      throw Self.noSession(id)
    }
    return session
  }

  /// Returns a session for lists with the changes of this mutation so far; throws `session.not_found`.
  ///
  /// Commands print this row, because another process may change the session right after the commit.
  public func row(_ id: SessionID) throws -> SessionRow {
    guard let row = try SessionQuery.find(id, in: connection) else { throw Self.noSession(id) }
    return row
  }

  /// Splits a session in two and returns both parts.
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

  /// Merges session `other` into `id` and deletes `other`, which keeps a reference to `id`.
  public func merge<Detail>(
    _ id: SessionID,
    _ other: SessionID,
    as detail: Detail.Type
  ) throws -> Session<Detail> {
    guard id != other else {
      throw CairnError(
        "session.same",
        "A session cannot be merged with itself.",
        hint: "Choose two sessions."
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

  /// Throws `session.between` if a session of the same book is between two, because its pages would count twice.
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

  /// Restores a deleted session; does nothing if it is not deleted.
  ///
  /// Throws `session.not_found` for an unknown id, and `session.overlap` if its time was taken since.
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

  /// Saves a session after checking that its time is in the past and free.
  ///
  /// Overlaps that exist already are allowed, because two devices can create them independently. They must not keep a
  /// session from running or ending.
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
      trimmedSessions.append(try row(conflict.id))
    }
    try save(session)
  }

  /// The suffix of the history title for trimmed sessions: ` (trimmed “Emma” and 1 more)`.
  var shortenedTitle: String {
    guard let first = trimmedSessions.first else { return "" }
    let what = first.title.map { "“\($0)”" } ?? first.kind.name
    let others = trimmedSessions.count > 1 ? " and \(trimmedSessions.count - 1) more" : ""
    return " (trimmed \(what)\(others))"
  }

  /// Throws `session.overlap` if another session takes the time.
  func requireFree(_ session: Session<NoDetail>) throws {
    if let conflict = try conflicts(of: session).first { throw Self.overlap(conflict) }
  }

  /// Returns the other sessions of its kind that overlap a session.
  ///
  /// Ignores sessions reported by players: a person can use several, next to their own timer.
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
      "A \(open.kind.name) session\(open.ofTitle) has been open since \(open.startedAt.text).",
      hint: "Stop or discard it before you start another."
    )
  }

  private static func between(_ row: SessionRow) -> CairnError {
    CairnError(
      "session.between",
      "Session \(row.shortID.text)\(row.ofTitle) is between the two: it started at \(row.startedAt.text).",
      hint: "Merge with that session first."
    )
  }

  static func overlap(_ row: SessionRow) -> CairnError {
    let end = row.endedAt.map { "to \($0.text)" } ?? "and is still open"
    return CairnError(
      "session.overlap",
      "This overlaps session \(row.shortID.text)\(row.ofTitle): \(row.startedAt.text) \(end).",
      hint: row.endedAt == nil
        ? "Choose another time, or stop that session first."
        : "Choose another time, or trim that session."
    )
  }
}
