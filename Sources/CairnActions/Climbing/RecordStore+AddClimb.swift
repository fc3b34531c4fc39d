public import Cairn

extension RecordStore {
  /// Adds a climb with its attempts and tags to a running or ended session.
  ///
  /// The discipline defaults to the session's, then to that of a bouldering grade. All attempts but the last are falls.
  /// The time defaults to now while the session runs, and to unknown afterwards. Throws `session.not_found`,
  /// `attempt.outside_session`, `climb.invalid_attempts`, `climb.invalid_pitches`, `climb.invalid_angle`,
  /// `grade.not_in_scale`, `grade.wrong_discipline`, `attempt.not_first`, and the errors of `Climb.check(_:)`.
  @discardableResult
  public func newClimb(_ new: NewClimb, to id: SessionID) throws(CairnError) -> Identifier<Climb> {
    let session = try session(id, as: Climbing.self)
    let time = new.at ?? (session.timeline.isEnded ? nil : now)
    return try add(new, on: .session(id), session.detail.discipline, at: time)
  }

  /// Adds a climb to a day, outside sessions.
  ///
  /// Throws `climb.in_future` if the day is after `today`, `climb.before_1900`, and the errors of ``newClimb(_:to:)``.
  @discardableResult
  public func newClimb(
    _ new: NewClimb,
    on day: LocalDay,
    at place: String?,
    isOutdoor: Bool?,
    today: LocalDay
  ) throws(CairnError) -> Identifier<Climb> {
    guard day <= today else {
      throw CairnError(
        "climb.in_future",
        "\(CalendarText.day(day)) is in the future; today is \(CalendarText.day(today)).",
        hint: "Give today or an earlier day."
      )
    }
    guard day >= ClimbContext.earliest else {
      throw CairnError(
        "climb.before_1900",
        "\(CalendarText.day(day)) is before 1900.",
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
  ) throws(CairnError) -> Identifier<Climb> {
    if let given = new.at ?? nil { try requireWithin(climbContext, given) }
    let position = try lastPosition(on: climbContext) + 1
    var climb = Climb(id: newID(of: Climb.self), climbContext: climbContext, position: position)
    climb.at = time
    try fill(&climb, from: new, discipline: new.discipline ?? discipline)
    title = "Climb added: \(climb.title)"
    try save(climb)
    try addAttempts(new, to: climb, at: time)
    for (tag, impact) in new.marks {
      try save(TagMark(climb: climb.id, tag: tag, impact: impact))
    }
    let send = try attempts(at: climb.id).first { $0.result == .sent }
    if let send { try requireFirstAttempt(send.id, on: climb) }
    return climb.id
  }

  private func fill(
    _ climb: inout Climb,
    from new: NewClimb,
    discipline: Discipline?
  ) throws(CairnError) {
    climb.setName(new.name)
    var grade: Grade?
    if let input = new.grade { grade = try self.grade(input, discipline) }
    let isBoulder = grade?.scale.isForBoulders ?? false
    try climb.set(grade, discipline ?? (isBoulder ? .bouldering : nil))
    climb.style = new.style
    try climb.setPitches(new.pitches)
    try climb.setAngle(new.angle)
    climb.notes = new.notes
  }

  private func addAttempts(
    _ new: NewClimb,
    to climb: Climb,
    at time: Instant?
  ) throws(CairnError) {
    let count = new.attempts ?? (new.isSent ? 1 : 0)
    try new.check(count)
    if let tick = new.tick { try climb.check(tick) }
    for number in stride(from: 1, through: count, by: 1) {
      let (isLast, isSend) = (number == count, new.isSent && number == count)
      let attempt = try Attempt(
        id: newID(of: Attempt.self),
        climb: climb.id,
        number: number,
        result: isSend ? .sent : .fell,
        tick: isSend ? new.tick : nil,
        at: isLast ? time : nil
      )
      try save(attempt)
    }
  }
}

extension NewClimb {
  fileprivate func check(_ count: Int64) throws(CairnError) {
    guard Climb.attemptCounts.contains(count) else {
      throw CairnError(
        "climb.invalid_attempts",
        "A climb takes 0 to \(Climb.attemptCounts.upperBound) attempts at once, not \(count).",
        hint: "Give a number in this range."
      )
    }
    guard count > 0 || !isSent else {
      throw CairnError(
        "climb.invalid_attempts",
        "A sent climb has at least 1 attempt, not 0.",
        hint: "Remove the attempts, or remove the send."
      )
    }
    guard let tick, !isSent else { return }
    throw CairnError(
      "attempt.tick_without_send",
      "Only a send can be marked as \(tick.name).",
      hint: "Remove the \(tick.name), or log a send."
    )
  }
}
