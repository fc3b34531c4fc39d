import Cairn

extension OfflineLog {
  /// Starts a climbing session; all details are optional.
  mutating func startClimbing(_ action: OfflineAction) throws(CairnError) {
    var detail = Climbing(discipline: action.text("discipline").flatMap { Discipline(name: $0) })
    for scale in ClimbingScale.felt {
      if let value = try action.number(scale.name) { try detail.set(scale, value) }
    }
    detail.isOutdoor = action.text("outdoor").map { $0 == "yes" }
    detail.setPartners(action.list("partners"))
    title = "Started climbing"
    try start(detail, action)
  }

  /// Stops a climbing session; throws `climbing.invalid_value` and the errors of ``stop(_:as:_:_:)``.
  mutating func stopClimbing(_ id: RecordID, _ action: OfflineAction) throws(CairnError) {
    try stop(id, as: Climbing.self, action) { (detail) throws(CairnError) in
      for scale in [ClimbingScale.exertion, .pump] where action.given(scale.name) != nil {
        try detail.set(scale, action.number(scale.name))
      }
    }
  }

  /// Returns the climbs of a session in order.
  func climbs(of session: SessionID) -> [Climb] {
    all(Climb.self).filter { $0.session == session }
      .ordered { SortKey($0.position, $0.id.record) }
  }

  /// Returns the attempts at a climb in order, each with its tick.
  func attempts(at climb: Climb) -> [Attempt] {
    let routes = ClimbingRoute.routes(cards(of: climb))
    guard let own = routes.first(where: { $0.contains { $0.id == climb.id } }) else { return [] }
    return ClimbingRoute(own, before: before(climb)).attempts.map { $0.attempt }
      .filter { $0.climb == climb.id }
  }

  /// Returns whether the route was tried or sent on an earlier occasion.
  private func before(_ climb: Climb) -> ClimbingRoute.Before {
    guard let key = key(of: climb) else { return .untried }
    let grade = climb.grade?.text
    return isAmong(sent, key, grade) ? .sent : isAmong(tried, key, grade) ? .tried : .untried
  }

  /// Returns whether `routes` contains the key with this grade, or with no grade on either side.
  private func isAmong(_ routes: [String], _ key: String, _ grade: String?) -> Bool {
    let (own, bare) = (Climb.key(key, grade: grade), Climb.key(key, grade: nil))
    return routes.contains {
      grade == nil ? $0.utf8.starts(with: bare.utf8) : $0 == own || $0 == bare
    }
  }

  /// Returns a climb; throws `climb.not_found`.
  private func climb(_ id: RecordID) throws(CairnError) -> Climb {
    guard let climb = try find(Climb.self, id) else {
      throw CairnError(
        "climb.not_found",
        "There is no climb \(ShortID(id).text).",
        hint: "List the climbs of the session to see their ids."
      )
    }
    return climb
  }

  /// Adds a climb with its attempts to an open session, as `LogWriter.addClimb` does.
  ///
  /// Throws `session.not_found`, `climb.invalid_attempts`, `grade.not_in_scale`,
  /// `grade.other_discipline`, `attempt.not_first_go` and the errors of ``Climb/check(_:)``.
  mutating func addClimb(_ action: OfflineAction) throws(CairnError) {
    let session = try session(try action.id("session"), as: Climbing.self)
    let position = (climbs(of: session.id).last?.position ?? 0) + 1
    var climb = Climb(
      id: ids.next(of: Climb.self),
      climbContext: .session(session.id),
      position: position
    )
    if existed(Climb.recordKind, climb.recordID) { return }
    climb.at = session.timeline.isEnded ? nil : now
    climb.setName(action.text("name"))
    let discipline = action.text("climbDiscipline").flatMap { Discipline(name: $0) }
    let chosen = discipline ?? session.detail.discipline
    let grade = try action.text("grade").map { (text) throws(CairnError) in
      try self.grade(text, action.text("scale").flatMap { GradeScale(name: $0) }, chosen)
    }
    let isBoulder = grade?.scale.isForBoulders ?? false
    try climb.set(grade, chosen ?? (isBoulder ? .bouldering : nil))
    climb.style = action.text("style").flatMap { RopeStyle(name: $0) }
    try climb.setPitches(action.number("pitches"))
    try climb.setAngle(action.number("angle"))
    climb.notes = action.text("notes")
    title = "Climb added: \(climb.title)"
    save(climb)
    try addAttempts(action, to: climb)
    for (tag, impact) in try action.tags {
      save(TagMark(climb: climb.id, tag: tag, impact: impact))
    }
  }

  private mutating func addAttempts(_ action: OfflineAction, to climb: Climb) throws(CairnError) {
    let outcome = action.text("outcome")
    let count = outcome == nil ? 0 : try action.number("attempts") ?? 1
    guard Climb.attemptCounts.contains(count), count > 0 || outcome == nil else {
      throw CairnError(
        "climb.invalid_attempts",
        "A climb takes 0 to \(Climb.attemptCounts.upperBound) attempts at once, not \(count).",
        hint: "Give a number in this range."
      )
    }
    let tick = try tick(action, of: climb)
    for number in stride(from: 1, through: count, by: 1) {
      let isSend = outcome == "sent" && number == count
      let attempt = try Attempt(
        id: ids.next(of: Attempt.self),
        climb: climb.id,
        number: number,
        result: isSend ? .sent : .fell,
        tick: isSend ? tick : nil,
        at: number == count ? climb.at : nil
      )
      save(attempt)
    }
    if let last = attempts(at: climb).last { try requireFirstAttempt(last.id, on: climb) }
  }

  /// Logs another attempt at a climb, as `LogWriter.addAttempt` does; throws `climb.not_found`.
  mutating func addAttempt(_ action: OfflineAction) throws(CairnError) {
    let climb = try climb(try action.id("climb"))
    let attempts = attempts(at: climb)
    let result = action.text("result").flatMap { AttemptResult(name: $0) }
    let id = ids.next(of: Attempt.self)
    if existed(Attempt.recordKind, id.record) { return }
    let attempt = try Attempt(
      id: id,
      climb: climb.id,
      number: attempts.reduce(0) { max($0, $1.number) } + 1,
      result: result,
      tick: result == .sent ? tick(action, of: climb) : nil,
      at: isRunning(climb) ? now : nil
    )
    save(attempt)
    try requireFirstAttempt(id, on: climb)
    let words = self.attempts(at: climb).first { $0.id == id }?.words ?? ""
    title = "Attempt on \(climb.title) logged: \(words)"
  }

  private func isRunning(_ climb: Climb) -> Bool {
    guard case .session(let id) = climb.climbContext else { return false }
    return sessions.contains { $0.id == id && !$0.timeline.isEnded }
  }

  /// Parses a grade in the named scale, else in the person's own.
  private func grade(
    _ text: String,
    _ named: GradeScale?,
    _ discipline: Discipline?
  ) throws(CairnError) -> Grade {
    if let named { return try Grade(text, in: named) }
    if let discipline {
      return try Grade(text, in: discipline.isForBoulders ? boulderScale : routeScale)
    }
    if let boulder = try? Grade(text, in: boulderScale) { return boulder }
    return try Grade(text, in: routeScale)
  }

  private var boulderScale: GradeScale {
    setting("boulderScale").flatMap { GradeScale(name: $0) } ?? .v
  }
  private var routeScale: GradeScale {
    setting("routeScale").flatMap { GradeScale(name: $0) } ?? .yds
  }

  /// Returns the tick the person chose; throws `attempt.other_discipline`.
  private func tick(_ action: OfflineAction, of climb: Climb) throws(CairnError) -> Tick? {
    guard let given = action.text("tick").flatMap({ Tick(name: $0) }) else { return nil }
    try climb.check(given)
    return given
  }

  /// Throws `attempt.not_first_go` if an attempt is marked onsight or flash but is not the first.
  private func requireFirstAttempt(_ id: Identifier<Attempt>, on climb: Climb) throws(CairnError) {
    let attempt = attempts(at: climb).first { $0.id == id }
    guard let given = attempt?.explicitTick, given != attempt?.tick else { return }
    throw climb.notFirstAttempt(given)
  }

  /// Returns the climbs with the same name, discipline, location and angle in the session, with their attempts.
  private func cards(of climb: Climb) -> [RouteCard] {
    guard let session = climb.session,
      let start = sessions.first(where: { $0.id == session })?.timeline.start
    else { return [] }
    let own = key(of: climb)
    return climbs(of: session).filter { $0.id == climb.id || own != nil && key(of: $0) == own }
      .map { card($0, session, start) }
  }

  private func card(_ climb: Climb, _ session: SessionID, _ start: Instant) -> RouteCard {
    var card = RouteCard(
      id: climb.id,
      day: .first,
      session: (session, start),
      position: climb.position,
      at: climb.at,
      discipline: climb.discipline,
      grade: climb.grade?.text.lowercased() ?? "",
      source: climb.source
    )
    card.attempts = all(Attempt.self).filter { $0.climb == climb.id }
    return card
  }

  /// Returns the key that identifies the route; nil without a name.
  private func key(of climb: Climb) -> String? {
    guard let name = climb.name, let id = climb.session else { return nil }
    let place = (try? session(id.record, as: NoDetail.self))?.sessionContext.place
    return Climb.key(name: name, discipline: climb.discipline, place: place, angle: climb.angle)
  }
}
