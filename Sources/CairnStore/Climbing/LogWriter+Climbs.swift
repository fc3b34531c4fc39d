public import Cairn
import CairnSQL

extension LogWriter {
  /// Returns the climbs of a session, in order.
  public func climbs(of session: SessionID) throws -> [ClimbRow] {
    try ClimbQuery.all(of: session, in: connection)
  }

  /// Adds a climb with its attempts and tags to a running or ended session.
  ///
  /// The discipline defaults to the session's, then to that of a bouldering grade. All attempts but the last are falls.
  /// The time defaults to now while the session runs, and to unknown afterwards. Throws `session.not_found`,
  /// `attempt.outside`, `climb.invalid_attempts`, `climb.invalid_pitches`, `climb.invalid_angle`, `grade.not_in_scale`,
  /// `grade.other_discipline`, `attempt.not_first_go`, and the errors of `Climb.check(_:)`.
  @discardableResult
  public func addClimb(_ new: NewClimb, to id: SessionID) throws -> ClimbRow {
    let session = try session(id, as: Climbing.self)
    let time = new.at ?? (session.timeline.isEnded ? nil : now)
    return try add(new, on: .session(id), session.detail.discipline, at: time)
  }

  /// Adds a climb to a day, outside sessions.
  ///
  /// Throws `climb.in_future` if the day is after `today`, `climb.before_1900`, and the errors of ``addClimb(_:to:)``.
  @discardableResult
  public func addClimb(
    _ new: NewClimb,
    on day: LocalDay,
    at place: String?,
    isOutdoor: Bool?,
    today: LocalDay
  ) throws -> ClimbRow {
    guard day <= today else {
      throw CairnError(
        "climb.in_future",
        "The day \(day.text) is in the future; today is \(today.text).",
        hint: "Give today or an earlier day."
      )
    }
    guard day >= ClimbContext.earliest else {
      throw CairnError(
        "climb.before_1900",
        "The day \(day.text) is before 1900.",
        hint: "Check the year."
      )
    }
    let climbContext = ClimbContext.day(day, at: place, isOutdoor: isOutdoor)
    return try add(new, on: climbContext, nil, at: new.at ?? nil)
  }

  private func add(
    _ new: NewClimb,
    on climbContext: ClimbContext,
    _ discipline: Discipline?,
    at time: Instant?
  ) throws -> ClimbRow {
    if let given = new.at ?? nil { try requireWithin(climbContext, given) }
    let position = try nextPosition(on: climbContext)
    var climb = Climb(id: newID(of: Climb.self), climbContext: climbContext, position: position)
    climb.at = time
    try fill(&climb, from: new, discipline: new.discipline ?? discipline)
    title = "Climb added: \(climb.title)"
    try save(climb)
    try addAttempts(new, to: climb, at: time)
    for (tag, impact) in new.marks {
      try save(TagMark(climb: climb.id, tag: tag, impact: impact))
    }
    let row = try climbRow(climb.id)
    if let send = row.send { try requireFirstAttempt(send.id, on: row) }
    return row
  }

  private func fill(
    _ climb: inout Climb,
    from new: NewClimb,
    discipline: Discipline?
  ) throws {
    climb.setName(new.name)
    let grade = try new.grade.map { try self.grade($0, discipline) }
    let isBoulder = grade?.scale.isForBoulders ?? false
    try climb.set(grade, discipline ?? (isBoulder ? .bouldering : nil))
    climb.style = new.style
    try climb.setPitches(new.pitches)
    try climb.setAngle(new.angle)
    climb.notes = new.notes
  }

  private func addAttempts(_ new: NewClimb, to climb: Climb, at time: Instant?) throws {
    let count = Int64(new.attempts ?? (new.isSent ? 1 : 0))
    try Self.check(count, new)
    if let tick = new.tick { try climb.check(tick) }
    guard count > 0 else { return }
    for number in 1...count {
      let isSend = new.isSent && number == count
      try save(
        Attempt(
          id: newID(of: Attempt.self),
          climb: climb.id,
          number: number,
          result: isSend ? .sent : .fell,
          tick: isSend ? new.tick : nil,
          at: number == count ? time : nil
        )
      )
    }
  }

  private static func check(_ count: Int64, _ new: NewClimb) throws(CairnError) {
    guard Climb.attemptCounts.contains(count) else {
      throw CairnError(
        "climb.invalid_attempts",
        "A climb takes 0 to \(Climb.attemptCounts.upperBound) attempts at once, not \(count).",
        hint: "Give a number in this range."
      )
    }
    guard count > 0 || !new.isSent else {
      throw CairnError(
        "climb.invalid_attempts",
        "A sent climb has at least 1 attempt, not 0.",
        hint: "Remove the attempts, or remove the send."
      )
    }
    guard let tick = new.tick, !new.isSent else { return }
    throw CairnError(
      "attempt.tick_of_no_send",
      "Only a send can be marked as \(tick.name).",
      hint: "Remove the \(tick.name), or log a send."
    )
  }

  /// Throws `attempt.not_first_go` if an attempt is marked as an onsight or flash but earlier attempts exclude it.
  private func requireFirstAttempt(_ id: Identifier<Attempt>, on row: ClimbRow) throws {
    guard let attempt = row.attempts.first(where: { $0.id == id }),
      let said = attempt.explicitTick, said != attempt.tick
    else { return }
    throw row.climb.notFirstAttempt(said)
  }

  /// Adds an attempt to a climb.
  ///
  /// A nil `result` means unknown. A send without a tick gets the one that follows from the earlier attempts. The time
  /// defaults to now while the session runs, and to unknown afterwards; an inner nil also means unknown. Throws
  /// `climb.not_found`, `attempt.not_first_go`, the errors of `Climb.check(_:)`, and `attempt.outside` for a time
  /// outside the climb's session or day.
  @discardableResult
  public func addAttempt(
    _ result: AttemptResult?,
    _ tick: Tick? = nil,
    to id: Identifier<Climb>,
    at given: Instant?? = nil
  ) throws -> ClimbRow {
    let row = try climbRow(id)
    let time = try given ?? (isRunning(row.climb) ? now : nil)
    if let time, given != nil { try requireWithin(row.climb.climbContext, time) }
    if let tick { try row.climb.check(tick) }
    let last = row.attempts.map(\.number).max() ?? 0
    let attempt = try Attempt(
      id: newID(of: Attempt.self),
      climb: id,
      number: min(last, 999_999_999) + 1,
      result: result,
      tick: tick,
      at: time
    )
    try save(attempt)
    let logged = try saved(attempt.id, on: id, "logged")
    try requireFirstAttempt(attempt.id, on: logged)
    return logged
  }

  /// Returns the climb of a saved attempt, and sets the history title.
  private func saved(
    _ id: Identifier<Attempt>,
    on climb: Identifier<Climb>,
    _ verb: String
  ) throws -> ClimbRow {
    let row = try climbRow(climb)
    let words = row.attempts.first { $0.id == id }?.words ?? ""
    title = "Attempt on \(row.climb.title) \(verb): \(words)"
    return row
  }

  /// Changes the result of an attempt, and its time if `time` is given; an inner nil means unknown.
  ///
  /// A nil `tick` keeps the explicit tick; its inner nil clears it, so that the tick follows from earlier attempts.
  /// Throws `attempt.not_found`, `attempt.outside`, `attempt.not_first_go`, `attempt.tick_of_no_send` and the errors of
  /// `Climb.check(_:)`.
  @discardableResult
  public func changeAttempt(
    _ id: Identifier<Attempt>,
    to result: AttemptResult?,
    _ tick: Tick??,
    at time: Instant?? = nil
  ) throws -> ClimbRow {
    var attempt = try attempt(id)
    let row = try climbRow(attempt.climb)
    let said = tick ?? (result == .sent ? attempt.explicitTick : nil)
    if let said { try row.climb.check(said) }
    try attempt.set(result, said)
    if let known = time ?? nil { try requireWithin(row.climb.climbContext, known) }
    if let time { attempt.at = time }
    try save(attempt)
    let changed = try saved(id, on: attempt.climb, "edited")
    if tick != nil { try requireFirstAttempt(id, on: changed) }
    return changed
  }

  /// Deletes an attempt; later attempts keep their numbers.
  @discardableResult
  public func deleteAttempt(_ id: Identifier<Attempt>) throws -> ClimbRow {
    let attempt = try attempt(id)
    let row = try climbRow(attempt.climb)
    title = "Attempt on \(row.climb.title) deleted: \(attempt.words)"
    try delete(Attempt.recordKind, id.record)
    return try climbRow(attempt.climb)
  }

  /// Edits a climb; an attempt with the same time as the climb moves with it.
  ///
  /// Throws `climb.not_found`, the errors of `rule`, `attempt.other_discipline` if an attempt has a tick that the new
  /// discipline lacks, and `attempt.outside` for a time outside its session or day.
  @discardableResult
  public func changeClimb(
    _ id: Identifier<Climb>,
    _ rule: (inout Climb) throws -> Void
  ) throws -> ClimbRow {
    let row = try climbRow(id)
    var climb = row.climb
    try rule(&climb)
    if climb.discipline != row.climb.discipline { try row.checkTicks(climb) }
    if climb.at != row.climb.at { try changeTime(row, to: climb.at) }
    title = "Climb edited: \(climb.title)"
    try save(climb)
    return try climbRow(id)
  }

  /// Sets or removes tags of a climb: nil removes one, and tags missing from `tags` are unchanged.
  @discardableResult
  public func mark(
    _ tags: [ClimbTag: TagImpact?],
    on id: Identifier<Climb>
  ) throws -> ClimbRow {
    title = "Tags edited: \(try climbRow(id).climb.title)"
    for (tag, impact) in tags {
      if let impact {
        try save(TagMark(climb: id, tag: tag, impact: impact))
      } else {
        try delete(TagMark.recordKind, TagMark.id(tag, on: id))
      }
    }
    return try climbRow(id)
  }

  /// Deletes a climb.
  ///
  /// Its attempts and tags are kept: queries hide them, and restoring the climb restores them.
  @discardableResult
  public func deleteClimb(_ id: Identifier<Climb>) throws -> ClimbRow {
    let row = try climbRow(id)
    title = "Climb deleted: \(row.climb.title)"
    try delete(Climb.recordKind, id.record)
    return row
  }

  /// Deletes a day's climbs at a place outside sessions; returns their number.
  ///
  /// Throws `climb.not_found` if there are none.
  @discardableResult
  public func deleteClimbs(on day: LocalDay, at place: String?) throws -> Int {
    let rows = try ClimbQuery.all(on: day, in: connection).filter { $0.place == place }
    guard !rows.isEmpty else {
      throw CairnError(
        "climb.not_found",
        "There are no climbs on \(day.text)\(place.map { " at \($0)" } ?? "").",
        hint: "Check the logbook for that day."
      )
    }
    for row in rows { try delete(Climb.recordKind, row.climb.id.record) }
    title =
      rows.count == 1 ? "Climb deleted: \(rows[0].climb.title)" : "\(rows.count) climbs deleted"
    return rows.count
  }

  /// Restores a deleted climb with its attempts and tags; does nothing if it is not deleted.
  ///
  /// Throws `climb.not_found` for an unknown id, or if its session is deleted.
  @discardableResult
  public func restoreClimb(_ id: Identifier<Climb>) throws -> ClimbRow {
    guard let record = try RecordTable.find(Climb.recordKind, id.record, in: connection),
      record.deletion == nil || record.deletion == Deletion.byPerson
    else { throw Self.climbNotFound(id) }
    var fields = Fields()
    fields[RecordField.deleted] = .null
    try set(fields, Climb.recordKind, id.record)
    let row = try climbRow(id)
    title = "Climb restored: \(row.climb.title)"
    return row
  }

  /// Returns a climb with the changes of this mutation so far; throws `climb.not_found`.
  public func climbRow(_ id: Identifier<Climb>) throws -> ClimbRow {
    try projection.recomputeRoutes()
    guard let row = try ClimbQuery.find(id, in: connection) else { throw Self.climbNotFound(id) }
    return row
  }

  private static func climbNotFound(_ id: Identifier<Climb>) -> CairnError {
    CairnError(
      "climb.not_found",
      "There is no climb \(ShortID(id.record).text).",
      hint: "List the climbs of the session to see their ids."
    )
  }
}

extension LogWriter {
  private func attempt(_ id: Identifier<Attempt>) throws -> Attempt {
    if let attempt = try find(Attempt.self, id.record) { return attempt }
    throw CairnError(
      "attempt.not_found",
      "There is no attempt \(ShortID(id.record).text).",
      hint: "Open the climb to see its attempts."
    )
  }

  private func isRunning(_ climb: Climb) throws -> Bool {
    guard case .session(let id) = climb.climbContext else { return false }
    return try !session(id, as: NoDetail.self).timeline.isEnded
  }

  private func changeTime(_ row: ClimbRow, to time: Instant?) throws {
    if let time { try requireWithin(row.climb.climbContext, time) }
    // Among several attempts without a time, it is unknown which one the time belongs to.
    guard row.climb.at != nil || row.attempts.count == 1 else { return }
    for var attempt in row.attempts where attempt.at == row.climb.at {
      attempt.at = time
      try save(attempt)
    }
  }

  /// Throws `attempt.outside` if a time is outside the session or day.
  private func requireWithin(_ climbContext: ClimbContext, _ time: Instant) throws {
    switch climbContext {
    case .session(let id):
      let timeline = try session(id, as: NoDetail.self).timeline
      guard time >= timeline.start, time <= timeline.end ?? now else {
        throw Self.outside(time, "its session")
      }
    case .day(let own, _, _):
      // The location is unknown, and a local date differs from the UTC date by at most one day.
      let day = ZoneRules.utc.day(at: time)
      guard time <= now, abs(day - own) <= 1 else { throw Self.outside(time, "the climb") }
    }
  }

  private static func outside(_ time: Instant, _ what: String) -> CairnError {
    CairnError(
      "attempt.outside",
      "The time \(time.text) is outside \(what).",
      hint: "Remove it if it is unknown, or correct the session first."
    )
  }

  private func nextPosition(on climbContext: ClimbContext) throws -> Int64 {
    let condition: SQL =
      switch climbContext {
      case .session(let session): "session = \(session)"
      case .day(let day, _, _): "day = \(day)"
      }
    let query: SQL = "SELECT coalesce(max(position), 0) + 1 FROM climb WHERE \(fragment: condition)"
    return try connection.first(query) { try $0.integer(0) } ?? 1
  }
}
