import Cairn
import CairnActions
import CairnReports
import CairnStore
public import Foundation

extension Cairn {
  /// A discipline of climbing.
  public enum Discipline: String, Sendable, Hashable, Codable, CaseIterable {
    /// Low walls above mats, without a rope.
    case bouldering
    /// Lead climbing on bolts.
    case sport
    /// Lead climbing on gear that the climber places.
    case trad
    /// Climbing with a rope from above.
    case topRope = "top_rope"
  }

  /// The style of a send.
  public enum Tick: String, Sendable, Hashable, Codable, CaseIterable {
    /// Sent on the first attempt, without any knowledge of the climb.
    case onsight
    /// Sent on the first attempt, with advice or after watching others.
    case flash
    /// Sent clean after earlier attempts.
    case redpoint
    /// Sent clean after earlier attempts, with the gear in place.
    case pinkpoint
    /// Sent again.
    case repeated = "repeat"
  }

  /// A climb that was tried in a session.
  public struct Climb: Identifiable, Sendable, Hashable, Codable {
    /// Its id, the same on every device.
    public let id: UUID
    /// The name; nil for an unnamed problem.
    public let name: String?
    /// The grade as written, such as `V4` or `6a+`; nil if unknown.
    public let grade: String?
    /// The number of attempts.
    public let attempts: Int
    /// Whether it was sent.
    public let isSent: Bool
    /// The style of the first send; nil without one, or for a style that this version does not know.
    public let tick: Tick?
  }
}

/// Climbing sessions, climbs and attempts.
public struct ClimbingService: Sendable {
  let cairn: Cairn

  /// The open climbing session, running or paused; nil if there is none.
  public func current() async throws(Cairn.Failure) -> Cairn.Session? {
    try await cairn.sessions.open(.climbing)
  }

  /// Starts to climb; the readiness is from 1 to 5.
  ///
  /// Throws `session.already_running`, and `climbing.invalid_value` for a number outside its range.
  @discardableResult
  public func start(
    _ discipline: Cairn.Discipline? = nil,
    mentalReadiness: Int? = nil,
    physicalReadiness: Int? = nil,
    at time: Date? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    var start = StartClimbing(cairn.start(at: time, note: nil))
    start.climbing.discipline = discipline.map { Discipline(name: $0.rawValue) }
    start.climbing.set(.mental, mentalReadiness)
    start.climbing.set(.physical, physicalReadiness)
    return try await cairn.write { [start] in Cairn.Session(try $0.row(start.run(in: $0))) }
  }

  /// Pauses the open session; throws `session.none_open` and `session.not_running`.
  @discardableResult
  public func pause() async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.pause(cairn.sessions.requireOpen(.climbing))
  }

  /// Resumes the open session; throws `session.none_open` and `session.not_paused`.
  @discardableResult
  public func resume() async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.resume(cairn.sessions.requireOpen(.climbing))
  }

  /// Stops the open session; the exertion (RPE) is from 1 to 10, the pump from 1 to 5.
  ///
  /// Throws `session.none_open`, and `climbing.invalid_value` for a number outside its range.
  @discardableResult
  public func stop(
    exertion: Int? = nil,
    pump: Int? = nil,
    at time: Date? = nil,
    note: String? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.stop(.climbing, at: time, note: note) {
      $0.climbing.set(.exertion, exertion)
      $0.climbing.set(.pump, pump)
    }
  }

  /// Adds a climb to the open session, with its attempts so far; the last one is the send if it was `sent`.
  ///
  /// The `tick` of a send follows from its attempts unless it is given. Throws `session.none_open`,
  /// `attempt.not_first` for a flash after attempts, and `grade.not_in_scale` for a grade that is in none of the
  /// person's scales.
  @discardableResult
  public func add(
    _ name: String? = nil,
    grade: String? = nil,
    attempts: Int? = nil,
    sent: Bool = false,
    tick: Cairn.Tick? = nil
  ) async throws(Cairn.Failure) -> Cairn.Climb {
    var new = NewClimb()
    (new.name, new.grade) = (name, grade.map { GradeInput($0) })
    (new.attempts, new.isSent) = (attempts.map { Int64($0) }, sent || tick != nil)
    new.tick = tick.flatMap { Tick(name: $0.rawValue) }
    return try await cairn.write { [new] writer in
      guard let open = try writer.openSession(Climbing.kind) else {
        throw CairnError.noneOpen(.climbing)
      }
      return Cairn.Climb(try writer.climbRow(AddClimb(new, to: open.id).run(in: writer)))
    }
  }

  /// Logs another attempt at a climb; throws `climb.not_found`.
  @discardableResult
  public func attempt(
    _ climb: Cairn.Climb,
    sent: Bool
  ) async throws(Cairn.Failure) -> Cairn.Climb {
    let id = Identifier<Climb>(climb.id.record)
    return try await cairn.write { writer in
      try LogAttempt(sent ? .sent : .fell, to: id).run(in: writer)
      return Cairn.Climb(try writer.climbRow(id))
    }
  }

  /// Returns the climbs of a session, in the order in which they were added.
  public func climbs(of session: Cairn.Session) async throws(Cairn.Failure) -> [Cairn.Climb] {
    let id = SessionID(session.id.record)
    return try await cairn.read { try await $0.climbs(of: id).map(Cairn.Climb.init) }
  }
}

extension ClimbingEdit {
  fileprivate mutating func set(_ scale: ClimbingScale, _ value: Int?) {
    if let value { numbers.append((scale, Int64(value))) }
  }
}

extension Cairn.Climb {
  init(_ row: ClimbRow) {
    (id, name) = (UUID(row.climb.id.record), row.climb.name)
    grade = row.climb.grade?.text
    attempts = row.attempts.count
    isSent = row.send != nil
    tick = row.send?.tick.flatMap { Cairn.Tick(rawValue: $0.name) }
  }
}
