public import Cairn
public import CairnActions
import CairnSQL

extension LogWriter {
  /// Returns the climbs of a session, in order.
  public func climbs(of session: SessionID) throws -> [ClimbRow] {
    try ClimbQuery.all(of: session, in: connection)
  }

  /// Adds a climb to a session; throws as `RecordStore.newClimb`.
  @discardableResult
  public func addClimb(_ new: NewClimb, to id: SessionID) throws -> ClimbRow {
    try climbRow(newClimb(new, to: id))
  }

  /// Adds a climb to a day, outside sessions; throws as `RecordStore.newClimb`.
  @discardableResult
  public func addClimb(
    _ new: NewClimb,
    on day: LocalDay,
    at place: String?,
    isOutdoor: Bool?,
    today: LocalDay
  ) throws -> ClimbRow {
    try climbRow(newClimb(new, on: day, at: place, isOutdoor: isOutdoor, today: today))
  }

  /// Adds an attempt to a climb; throws as `RecordStore.newAttempt`.
  @discardableResult
  public func addAttempt(
    _ result: AttemptResult?,
    _ tick: Tick? = nil,
    to id: Identifier<Climb>,
    at given: Instant?? = nil
  ) throws -> ClimbRow {
    try newAttempt(result, tick, at: given, on: id)
    return try climbRow(id)
  }

  /// Returns the climb of a saved attempt, and sets the history title.
  private func saved(
    _ id: Identifier<Attempt>,
    on climb: Identifier<Climb>,
    _ verb: String
  ) throws -> ClimbRow {
    let row = try climbRow(climb)
    let label = row.attempts.first { $0.id == id }?.label ?? ""
    title = "Attempt on \(row.climb.title) \(verb): \(label)"
    return row
  }

  /// Changes the result of an attempt, and its time if `time` is given; an inner nil means unknown.
  ///
  /// A nil `tick` keeps the explicit tick; its inner nil clears it, so that the tick follows from earlier attempts.
  /// Throws `attempt.not_found`, `attempt.outside_session`, `attempt.not_first`, `attempt.tick_without_send` and the
  /// errors of `Climb.check(_:)`.
  @discardableResult
  public func changeAttempt(
    _ id: Identifier<Attempt>,
    to result: AttemptResult?,
    _ tick: Tick??,
    at time: Instant?? = nil
  ) throws -> ClimbRow {
    var attempt = try attempt(id)
    let row = try climbRow(attempt.climb)
    let enteredTick = tick ?? (result == .sent ? attempt.explicitTick : nil)
    if let enteredTick { try row.climb.check(enteredTick) }
    try attempt.set(result, enteredTick)
    if let known = time ?? nil { try requireWithin(row.climb.climbContext, known) }
    if let time { attempt.at = time }
    try save(attempt)
    let changed = try saved(id, on: attempt.climb, "edited")
    if tick != nil { try requireFirstAttempt(id, on: changed.climb) }
    return changed
  }

  /// Deletes an attempt; later attempts keep their numbers.
  @discardableResult
  public func deleteAttempt(_ id: Identifier<Attempt>) throws -> ClimbRow {
    let attempt = try attempt(id)
    let row = try climbRow(attempt.climb)
    title = "Attempt on \(row.climb.title) deleted: \(attempt.label)"
    try delete(Attempt.recordKind, id.record)
    return try climbRow(attempt.climb)
  }

  /// Edits a climb; an attempt with the same time as the climb moves with it.
  ///
  /// Throws `climb.not_found`, the errors of `rule`, `attempt.wrong_discipline` if an attempt has a tick that the new
  /// discipline lacks, and `attempt.outside_session` for a time outside its session or day.
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
        "There are no climbs on \(CalendarText.day(day))\(place.map { " at \($0)" } ?? "").",
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
    else { throw CairnError.noClimb(id) }
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
    guard let row = try ClimbQuery.find(id, in: connection) else { throw CairnError.noClimb(id) }
    return row
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

  private func changeTime(_ row: ClimbRow, to time: Instant?) throws {
    if let time { try requireWithin(row.climb.climbContext, time) }
    // Among several attempts without a time, it is unknown which one the time belongs to.
    guard row.climb.at != nil || row.attempts.count == 1 else { return }
    for var attempt in row.attempts where attempt.at == row.climb.at {
      attempt.at = time
      try save(attempt)
    }
  }
}
