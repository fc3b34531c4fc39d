public import Cairn
import CairnSQL

extension LogWriter {
  /// The climbs of a session, in their order.
  public func climbs(of session: SessionID) throws -> [ClimbRow] {
    try ClimbQuery.all(of: session, in: connection)
  }

  /// Adds a climb to a session, running or ended, with its attempts and tags: all of it or nothing.
  ///
  /// Without a discipline it has that of its session, or that of a boulder's grade. All attempts but the last were falls. What is
  /// added while the session runs was climbed now, unless another time is given; of a climb added
  /// later the time stays unknown. Throws `session.not_found`, `attempt.outside`,
  /// `climb.invalid_attempts`, `climb.invalid_pitches`, `climb.invalid_angle`, `grade.not_in_scale`,
  /// `grade.other_discipline`, `attempt.not_first_go`, and what `Climb.check(_:)` throws.
  @discardableResult
  public func addClimb(_ new: NewClimb, to id: SessionID) throws -> ClimbRow {
    let session = try session(id, as: Climbing.self)
    let time = new.at ?? (session.timeline.isEnded ? nil : now)
    return try add(new, on: .session(id), session.detail.discipline, at: time)
  }

  /// Adds a climb to a day of which the hours are not known; throws `climb.in_future` for one after
  /// `today`, `climb.before_1900`, and as ``addClimb(_:to:)``.
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
        "The day \(day.text) is in the future; it is \(today.text) today.",
        hint: "Give a day that has come."
      )
    }
    guard day >= ClimbContext.earliest else {
      throw CairnError(
        "climb.before_1900",
        "The day \(day.text) is before 1900.",
        hint: "Check its year."
      )
    }
    let occasion = ClimbContext.day(day, at: place, isOutdoor: isOutdoor)
    return try add(new, on: occasion, nil, at: new.at ?? nil)
  }

  private func add(
    _ new: NewClimb,
    on occasion: ClimbContext,
    _ discipline: Discipline?,
    at time: Instant?
  ) throws -> ClimbRow {
    if let given = new.at ?? nil { try requireDuring(occasion, given) }
    let position = try nextPosition(on: occasion)
    var climb = Climb(id: newID(of: Climb.self), occasion: occasion, position: position)
    climb.at = time
    try fill(&climb, from: new, discipline: new.discipline ?? discipline)
    title = "Add \(climb.title)"
    try save(climb)
    try addAttempts(new, to: climb, at: time)
    for (tag, impact) in new.marks {
      try save(TagMark(climb: climb.id, tag: tag, impact: impact))
    }
    let row = try climbRow(climb.id)
    if let send = row.send { try requireFirstGo(send.id, on: row) }
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
        hint: "Give such a number."
      )
    }
    guard count > 0 || !new.isSent else {
      throw CairnError(
        "climb.invalid_attempts",
        "A climb that was sent had an attempt at least, not 0.",
        hint: "Leave the attempts out, or do not say that it was sent."
      )
    }
    guard let tick = new.tick, !new.isSent else { return }
    throw CairnError(
      "attempt.tick_of_no_send",
      "Only a send can be called \(tick.name).",
      hint: "Leave the \(tick.name) out, or log a send."
    )
  }

  /// Throws `attempt.not_first_go` where an attempt is said to be an onsight or a flash and is none.
  private func requireFirstGo(_ id: Identifier<Attempt>, on row: ClimbRow) throws {
    guard let attempt = row.attempts.first(where: { $0.id == id }),
      let said = attempt.explicitTick, said != attempt.tick
    else { return }
    throw row.climb.notFirstGo(said)
  }

  /// Logs one more attempt at a climb; throws `climb.not_found`, `attempt.not_first_go` and what
  /// `Climb.check(_:)` throws.
  ///
  /// `result` nil says that what came of it is not known. Without a tick a send is called what
  /// follows from the attempts before. Without a time it was now while its session runs, and is not
  /// known afterwards; the inner nil says that it is not known. Throws `attempt.outside` for a time
  /// when its session did not go on, or that is on another day than its climb.
  @discardableResult
  public func addAttempt(
    _ result: AttemptResult?,
    _ tick: Tick? = nil,
    to id: Identifier<Climb>,
    at given: Instant?? = nil
  ) throws -> ClimbRow {
    let row = try climbRow(id)
    let time = try given ?? (isRunning(row.climb) ? now : nil)
    if let time, given != nil { try requireDuring(row.climb.occasion, time) }
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
    let logged = try saved(attempt.id, on: id, "Log")
    try requireFirstGo(attempt.id, on: logged)
    return logged
  }

  /// The climb with an attempt that was saved, which the line of history names.
  private func saved(
    _ id: Identifier<Attempt>,
    on climb: Identifier<Climb>,
    _ verb: String
  ) throws -> ClimbRow {
    let row = try climbRow(climb)
    let words = row.attempts.first { $0.id == id }?.words ?? ""
    title = "\(verb) an attempt at \(row.climb.title): \(words)"
    return row
  }

  /// Changes what came of an attempt, and when it was if a time is given, of which the inner nil says
  /// that it is not known.
  ///
  /// `tick` nil leaves what was said of how it was sent; its inner nil takes that away, so that it
  /// follows from the attempts before. Throws `attempt.not_found`, `attempt.outside`, `attempt.not_first_go`, `attempt.tick_of_no_send`
  /// and what `Climb.check(_:)` throws.
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
    if let known = time ?? nil { try requireDuring(row.climb.occasion, known) }
    if let time { attempt.at = time }
    try save(attempt)
    let changed = try saved(id, on: attempt.climb, "Change")
    if tick != nil { try requireFirstGo(id, on: changed) }
    return changed
  }

  /// Deletes an attempt; those after it keep their numbers.
  @discardableResult
  public func deleteAttempt(_ id: Identifier<Attempt>) throws -> ClimbRow {
    let attempt = try attempt(id)
    let row = try climbRow(attempt.climb)
    title = "Delete an attempt at \(row.climb.title): \(attempt.words)"
    try delete(Attempt.recordKind, id.record)
    return try climbRow(attempt.climb)
  }

  /// Applies a rule to a climb; throws `climb.not_found`, what the rule throws,
  /// `attempt.other_discipline` when its attempts have a tick that its new discipline lacks, and
  /// `attempt.outside` for a time that is not in that of its session or its day.
  ///
  /// An attempt that has the time of the climb, as the one it was added with does, follows it.
  @discardableResult
  public func changeClimb(
    _ id: Identifier<Climb>,
    _ rule: (inout Climb) throws -> Void
  ) throws -> ClimbRow {
    let row = try climbRow(id)
    var climb = row.climb
    try rule(&climb)
    if climb.discipline != row.climb.discipline { try row.checkTicks(climb) }
    if climb.at != row.climb.at { try retime(row, to: climb.at) }
    title = "Edit \(climb.title)"
    try save(climb)
    return try climbRow(id)
  }

  /// Marks tags on a climb, or takes their marks away with nil; tags not named stay as they are.
  @discardableResult
  public func mark(
    _ tags: [ClimbTag: TagImpact?],
    on id: Identifier<Climb>
  ) throws -> ClimbRow {
    title = "Mark the tags of \(try climbRow(id).climb.title)"
    for (tag, impact) in tags {
      if let impact {
        try save(TagMark(climb: id, tag: tag, impact: impact))
      } else {
        try delete(TagMark.recordKind, TagMark.id(tag, on: id))
      }
    }
    return try climbRow(id)
  }

  /// Deletes a climb with all that belongs to it.
  ///
  /// Its attempts and marks are not touched: they are seen only with it, and come back with it.
  @discardableResult
  public func deleteClimb(_ id: Identifier<Climb>) throws -> ClimbRow {
    let row = try climbRow(id)
    title = "Delete \(row.climb.title)"
    try delete(Climb.recordKind, id.record)
    return row
  }

  /// Deletes the climbs of a day at a place that belong to no session, and gives their number.
  ///
  /// Throws `climb.not_found` when there are none.
  @discardableResult
  public func deleteClimbs(on day: LocalDay, at place: String?) throws -> Int {
    let rows = try ClimbQuery.all(on: day, in: connection).filter { $0.place == place }
    guard !rows.isEmpty else {
      throw CairnError(
        "climb.not_found",
        "There are no climbs on \(day.text)\(place.map { " at \($0)" } ?? "").",
        hint: "Look at the logbook to see what is there."
      )
    }
    for row in rows { try delete(Climb.recordKind, row.climb.id.record) }
    title = "Delete \(rows.count == 1 ? rows[0].climb.title : "\(rows.count) climbs")"
    return rows.count
  }

  /// Brings a deleted climb back with its attempts and marks; one that is there stays as it is.
  ///
  /// Throws `climb.not_found` for one that never was, or whose session is deleted.
  @discardableResult
  public func restoreClimb(_ id: Identifier<Climb>) throws -> ClimbRow {
    guard let record = try RecordTable.find(Climb.recordKind, id.record, in: connection),
      record.deletion == nil || record.deletion == Deletion.byPerson
    else { throw Self.climbNotFound(id) }
    var fields = Fields()
    fields[RecordField.deleted] = .null
    try set(fields, Climb.recordKind, id.record)
    let row = try climbRow(id)
    title = "Bring back \(row.climb.title)"
    return row
  }

  /// A climb as lists show it, with what this mutation has changed so far; throws
  /// `climb.not_found`.
  public func climbRow(_ id: Identifier<Climb>) throws -> ClimbRow {
    try projection.settleRoutes()
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
      hint: "Look at the climb to see its attempts."
    )
  }

  private func isRunning(_ climb: Climb) throws -> Bool {
    guard case .session(let id) = climb.occasion else { return false }
    return try !session(id, as: NoDetail.self).timeline.isEnded
  }

  private func retime(_ row: ClimbRow, to time: Instant?) throws {
    if let time { try requireDuring(row.climb.occasion, time) }
    // Of several attempts without a time nobody knows which one it was.
    guard row.climb.at != nil || row.attempts.count == 1 else { return }
    for var attempt in row.attempts where attempt.at == row.climb.at {
      attempt.at = time
      try save(attempt)
    }
  }

  /// Throws `attempt.outside` for a time that is not within that of a session or a day.
  private func requireDuring(_ occasion: ClimbContext, _ time: Instant) throws {
    switch occasion {
    case .session(let id):
      let timeline = try session(id, as: NoDetail.self).timeline
      guard time >= timeline.start, time <= timeline.end ?? now else {
        throw Self.outside(time, "its session")
      }
    case .day(let own, _, _):
      // Where it was is not known: anywhere on earth the day is at most one away from that in UTC.
      let day = ZoneRules.utc.day(at: time)
      guard time <= now, abs(day - own) <= 1 else { throw Self.outside(time, "the climb") }
    }
  }

  private static func outside(_ time: Instant, _ what: String) -> CairnError {
    CairnError(
      "attempt.outside",
      "The time \(time.text) is not in the time of \(what).",
      hint: "Leave it out where it is not known, or correct the session first."
    )
  }

  private func nextPosition(on occasion: ClimbContext) throws -> Int64 {
    let condition: SQL =
      switch occasion {
      case .session(let session): "session = \(session)"
      case .day(let day, _, _): "day = \(day)"
      }
    let query: SQL = "SELECT coalesce(max(position), 0) + 1 FROM climb WHERE \(fragment: condition)"
    return try connection.first(query) { try $0.integer(0) } ?? 1
  }
}
