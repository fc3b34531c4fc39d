public import Cairn

/// Logs an attempt at a climb.
public struct LogAttempt: Sendable {
  /// The result; nil if unknown.
  public var result: AttemptResult?
  /// The ascent style; nil derives that of a send from the earlier attempts.
  public var tick: Tick?
  /// The climb.
  public var climb: Identifier<Climb>
  /// The time; nil for now while the session runs and unknown afterwards, and an inner nil for unknown.
  public var at: Instant??

  /// Creates the act.
  public init(
    _ result: AttemptResult?,
    _ tick: Tick? = nil,
    to climb: Identifier<Climb>,
    at: Instant?? = nil
  ) {
    (self.result, self.tick, self.climb, self.at) = (result, tick, climb, at)
  }

  /// Logs the attempt and returns its id.
  ///
  /// Throws `climb.not_found`, `attempt.not_first`, the errors of `Climb.check(_:)`, and `attempt.outside_session` for
  /// a time outside the climb's session or day.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Identifier<Attempt> {
    let climb = try store.climb(climb)
    let usual = try store.defaultTime(of: climb)
    if let time = at ?? nil { try store.requireWithin(climb.climbContext, time) }
    if let tick { try climb.check(tick) }
    let last = try store.attempts(at: climb.id).reduce(0) { max($0, $1.number) }
    let attempt = try Attempt(
      id: store.newID(of: Attempt.self),
      climb: climb.id,
      number: min(last, 999_999_999) + 1,
      result: result,
      tick: tick,
      at: at ?? usual
    )
    try store.save(attempt)
    try store.setTitle(attempt.id, on: climb, "logged")
    try store.requireFirstAttempt(attempt.id, on: climb)
    return attempt.id
  }
}

/// Changes an attempt; nil leaves a value unchanged.
public struct EditAttempt: Sendable {
  /// The attempt.
  public var id: Identifier<Attempt>
  /// The climb that it must belong to; nil for any.
  public var climb: Identifier<Climb>?
  /// The new result; the inner nil means unknown.
  public var result: AttemptResult??
  /// The new explicit tick; the inner nil derives it from the earlier attempts.
  public var tick: Tick??
  /// The new time; the inner nil means unknown.
  public var at: Instant??

  /// Creates the act.
  public init(
    _ id: Identifier<Attempt>,
    of climb: Identifier<Climb>? = nil,
    to result: AttemptResult?? = nil,
    _ tick: Tick?? = nil,
    at: Instant?? = nil
  ) {
    (self.id, self.climb, self.result, self.tick, self.at) = (id, climb, result, tick, at)
  }

  /// Changes the attempt.
  ///
  /// Throws `attempt.not_found`, `climb.not_found`, `attempt.outside_session`, `attempt.not_first`,
  /// `attempt.tick_without_send` and the errors of `Climb.check(_:)`.
  public func run(in store: some RecordStore) throws(CairnError) {
    var (attempt, climb) = try store.attempt(id, of: climb)
    let result = self.result ?? attempt.result
    let newTick = tick ?? (result == .sent ? attempt.explicitTick : nil)
    if let newTick { try climb.check(newTick) }
    try attempt.set(result, newTick)
    if let time = at ?? nil { try store.requireWithin(climb.climbContext, time) }
    if let at { attempt.at = at }
    try store.save(attempt)
    try store.setTitle(id, on: climb, "edited")
    if tick != nil { try store.requireFirstAttempt(id, on: climb) }
  }
}

/// Deletes an attempt; later attempts keep their numbers.
public struct DeleteAttempt: Sendable {
  /// The attempt.
  public var id: Identifier<Attempt>
  /// The climb that it must belong to; nil for any.
  public var climb: Identifier<Climb>?

  /// Creates the act.
  public init(_ id: Identifier<Attempt>, of climb: Identifier<Climb>? = nil) {
    (self.id, self.climb) = (id, climb)
  }

  /// Deletes the attempt; throws `attempt.not_found` and `climb.not_found`.
  public func run(in store: some RecordStore) throws(CairnError) {
    let (attempt, climb) = try store.attempt(id, of: climb)
    store.title = "Attempt on \(climb.title) deleted: \(attempt.label)"
    try store.delete(Attempt.recordKind, id.record)
  }
}

extension RecordStore {
  fileprivate func attempt(
    _ id: Identifier<Attempt>,
    of climb: Identifier<Climb>?
  ) throws(CairnError) -> (Attempt, Climb) {
    let found = try find(Attempt.self, id.record)
    if let climb {
      let climb = try self.climb(climb)
      guard let found, found.climb == climb.id else { throw .noAttempt(nil) }
      return (found, climb)
    }
    guard let found else { throw .noAttempt(id) }
    return (found, try self.climb(found.climb))
  }

  fileprivate func setTitle(
    _ id: Identifier<Attempt>,
    on climb: Climb,
    _ done: String
  ) throws(CairnError) {
    let attempt = try attempts(at: climb.id).first { $0.id == id }
    title = "Attempt on \(climb.title) \(done): \(attempt?.label ?? "")"
  }

  fileprivate func defaultTime(of climb: Climb) throws(CairnError) -> Instant? {
    guard case .session(let id) = climb.climbContext else { return nil }
    return try session(id, as: NoDetail.self).timeline.isEnded ? nil : now
  }

  /// Throws `attempt.not_first` if an attempt is marked as an onsight or flash but earlier attempts exclude it.
  func requireFirstAttempt(_ id: Identifier<Attempt>, on climb: Climb) throws(CairnError) {
    let attempt = try attempts(at: climb.id).first { $0.id == id }
    guard let said = attempt?.explicitTick, said != attempt?.tick else { return }
    throw climb.notFirstAttempt(said)
  }

  /// Throws `attempt.outside_session` if a time is outside the session or day.
  func requireWithin(_ climbContext: ClimbContext, _ time: Instant) throws(CairnError) {
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
  /// The error for an unknown attempt: `attempt.not_found`.
  package static func noAttempt(_ id: Identifier<Attempt>?) -> CairnError {
    CairnError(
      "attempt.not_found",
      id.map { "There is no attempt \(ShortID($0.record).text)." } ?? "There is no such attempt.",
      hint: "Open the climb to see its attempts."
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
