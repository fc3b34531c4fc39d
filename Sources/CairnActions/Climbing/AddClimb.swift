public import Cairn

/// Adds a climb with its attempts and tags to a session, or to a day without a session.
///
/// The discipline defaults to the session's, then to that of a bouldering grade. All attempts but the last are falls.
/// The time defaults to now while the session runs, and to unknown otherwise.
public struct AddClimb: Sendable {
  /// The climb.
  public var new: NewClimb
  /// The session or the day.
  public var climbContext: ClimbContext
  /// Whether to refuse a name, or a name and grade, that the session has already: another try is an attempt.
  public var refusesKnownName = false
  private let today: LocalDay?

  /// Creates the act for a running or ended session.
  public init(_ new: NewClimb, to id: SessionID) {
    (self.new, climbContext, today) = (new, .session(id), nil)
  }

  /// Creates the act for a day, with its place and whether it was outdoors, if known.
  public init(
    _ new: NewClimb,
    on day: LocalDay,
    at place: String?,
    isOutdoor: Bool?,
    today: LocalDay
  ) {
    (self.new, self.today) = (new, today)
    climbContext = .day(day, at: place, isOutdoor: isOutdoor)
  }

  /// Adds the climb and returns its id.
  ///
  /// Throws `session.not_found`, `climbing.wrong_kind`, `climb.in_future`, `climb.before_1900`, `climb.duplicate_name`,
  /// `climb.invalid_attempts`, `climb.invalid_pitches`, `climb.invalid_angle`, `attempt.outside_session`,
  /// `attempt.not_first`, `grade.not_in_scale`, `grade.wrong_discipline`, and the errors of `Climb.check(_:)`.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Identifier<Climb> {
    switch climbContext {
    case .session(let id):
      try store.requireSummary(of: id).requireClimbing()
      let session = try store.session(id, as: Climbing.self)
      if refusesKnownName { try requireUnknownName(id, store) }
      let time = new.at ?? (session.timeline.isEnded ? nil : store.now)
      return try add(session.detail.discipline, at: time, store)
    case .day(let day, _, _):
      try requirePast(day)
      return try add(nil, at: new.at ?? nil, store)
    }
  }

  private func add(
    _ discipline: Discipline?,
    at time: Instant?,
    _ store: some RecordStore
  ) throws(CairnError) -> Identifier<Climb> {
    if let given = new.at ?? nil { try store.requireWithin(climbContext, given) }
    let position = try store.lastPosition(on: climbContext) + 1
    let id = store.newID(of: Climb.self)
    var climb = Climb(id: id, climbContext: climbContext, position: position)
    climb.at = time
    try fill(&climb, discipline: new.discipline ?? discipline, store)
    store.title = "Climb added: \(climb.title)"
    try store.save(climb)
    try addAttempts(to: climb, at: time, store)
    for (tag, impact) in new.marks {
      try store.save(TagMark(climb: climb.id, tag: tag, impact: impact))
    }
    if new.tick != nil, let send = try store.attempts(at: climb.id).last {
      try store.requireFirstAttempt(send.id, on: climb)
    }
    return climb.id
  }

  private func fill(
    _ climb: inout Climb,
    discipline: Discipline?,
    _ store: some RecordStore
  ) throws(CairnError) {
    climb.setName(new.name)
    var grade: Grade?
    if let input = new.grade { grade = try store.grade(input, discipline) }
    let isBoulder = grade?.scale.isForBoulders ?? false
    try climb.set(grade, discipline ?? (isBoulder ? .bouldering : nil))
    climb.style = new.style
    try climb.setPitches(new.pitches)
    try climb.setAngle(new.angle)
    climb.notes = new.notes
  }

  private func addAttempts(
    to climb: Climb,
    at time: Instant?,
    _ store: some RecordStore
  ) throws(CairnError) {
    let count = new.attempts ?? (new.isSent ? 1 : 0)
    try new.check(count)
    if let tick = new.tick { try climb.check(tick) }
    for number in stride(from: 1, through: count, by: 1) {
      let (isLast, isSend) = (number == count, new.isSent && number == count)
      let attempt = try Attempt(
        id: store.newID(of: Attempt.self),
        climb: climb.id,
        number: number,
        result: isSend ? .sent : .fell,
        tick: isSend ? new.tick : nil,
        at: isLast ? time : nil
      )
      try store.save(attempt)
    }
  }
}

extension AddClimb {
  private func requireUnknownName(
    _ session: SessionID,
    _ store: some RecordStore
  ) throws(CairnError) {
    guard let name = new.name,
      let same = try store.climbs(in: session).first(where: { isSame($0, name) })
    else { return }
    throw CairnError(
      "climb.duplicate_name",
      "This session already has a climb “\(name)”.",
      hint:
        "Log another attempt with `cairn attempt sent --climb \(ShortID(same.id.record).text)`, or add --new "
        + "to add it again."
    )
  }

  /// Returns whether a climb has the name, and the same grade unless one is unknown.
  private func isSame(_ climb: Climb, _ name: String) -> Bool {
    guard let known = climb.name, folded(known) == folded(name) else { return false }
    guard let grade = new.grade?.text, !grade.isEmpty, let other = climb.grade else { return true }
    return grade.lowercased() == other.text.lowercased()
  }

  private func requirePast(_ day: LocalDay) throws(CairnError) {
    if let today, day > today {
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
    if let tick, !isSent { throw tick.withoutSend }
  }
}
