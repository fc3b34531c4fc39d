public import Cairn

extension RecordStore {
  /// Adds an attempt to a climb.
  ///
  /// A nil `result` means unknown. A send without a tick gets the one that follows from the earlier attempts. The time
  /// defaults to now while the session runs, and to unknown afterwards; an inner nil also means unknown. Throws
  /// `climb.not_found`, `attempt.not_first`, the errors of `Climb.check(_:)`, and `attempt.outside_session` for a time
  /// outside the climb's session or day.
  @discardableResult
  public func newAttempt(
    _ result: AttemptResult?,
    _ tick: Tick? = nil,
    at given: Instant?? = nil,
    on id: Identifier<Climb>
  ) throws(CairnError) -> Identifier<Attempt> {
    guard let climb = try find(Climb.self, id.record), try hasContext(climb) else {
      throw .noClimb(id)
    }
    let usual = try defaultTime(of: climb)
    let time = given ?? usual
    if let time, given != nil { try requireWithin(climb.climbContext, time) }
    if let tick { try climb.check(tick) }
    let last = try attempts(at: id).reduce(0) { max($0, $1.number) }
    let attempt = try Attempt(
      id: newID(of: Attempt.self),
      climb: id,
      number: min(last, 999_999_999) + 1,
      result: result,
      tick: tick,
      at: time
    )
    try save(attempt)
    let logged = try attempts(at: id).first { $0.id == attempt.id }
    title = "Attempt on \(climb.title) logged: \(logged?.label ?? "")"
    try requireFirstAttempt(attempt.id, on: climb)
    return attempt.id
  }

  /// Returns whether the session of a climb exists; a climb of a day needs none.
  private func hasContext(_ climb: Climb) throws(CairnError) -> Bool {
    guard case .session(let id) = climb.climbContext else { return true }
    return try find(Session<NoDetail>.self, id.record) != nil
  }

  private func defaultTime(of climb: Climb) throws(CairnError) -> Instant? {
    guard case .session(let id) = climb.climbContext else { return nil }
    return try session(id, as: NoDetail.self).timeline.isEnded ? nil : now
  }

  /// Throws `attempt.not_first` if an attempt is marked as an onsight or flash but earlier attempts exclude it.
  package func requireFirstAttempt(
    _ id: Identifier<Attempt>,
    on climb: Climb
  ) throws(CairnError) {
    let attempt = try attempts(at: climb.id).first { $0.id == id }
    guard let said = attempt?.explicitTick, said != attempt?.tick else { return }
    throw climb.notFirstAttempt(said)
  }

  /// Throws `attempt.outside_session` if a time is outside the session or day.
  package func requireWithin(
    _ climbContext: ClimbContext,
    _ time: Instant
  ) throws(CairnError) {
    switch climbContext {
    case .session(let id):
      let timeline = try session(id, as: NoDetail.self).timeline
      guard time >= timeline.start, time <= timeline.end ?? now else {
        throw .outside(time, "its session")
      }
    case .day(let own, _, _):
      // The location is unknown, and a local date differs from the UTC date by at most one day.
      let day = ZoneRules.utc.day(at: time)
      guard time <= now, abs(day - own) <= 1 else { throw .outside(time, "the climb") }
    }
  }
}

extension CairnError {
  /// The error for an unknown climb: `climb.not_found`.
  package static func noClimb(_ id: Identifier<Climb>) -> CairnError {
    CairnError(
      "climb.not_found",
      "There is no climb \(ShortID(id.record).text).",
      hint: "List the climbs of the session to see their ids."
    )
  }

  fileprivate static func outside(_ time: Instant, _ what: String) -> CairnError {
    CairnError(
      "attempt.outside_session",
      "The time \(time.text) is outside \(what).",
      hint: "Remove it if it is unknown, or correct the session first."
    )
  }
}
