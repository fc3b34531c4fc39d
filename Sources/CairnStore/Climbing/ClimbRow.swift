public import Cairn
import CairnSQL

/// A climb as lists show it, with what was tried and what it asked for.
public struct ClimbRow: Sendable, Equatable {
  /// The climb.
  public let climb: Climb
  /// The day it counts for: that of its session, or its own.
  public let day: LocalDay
  /// Where it was, or nil.
  public let place: String?
  /// Whether it was at a crag; nil when not said.
  public let isOutdoor: Bool?
  /// Its attempts in order.
  public internal(set) var attempts: [Attempt] = []
  /// Its tags, by their stored names.
  public internal(set) var marks: [TagMark] = []

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(climb.id.record) }

  /// Throws `attempt.other_discipline` when the discipline of `climb` lacks a tick that was given.
  func checkTicks(_ climb: Climb) throws(CairnError) {
    for tick in attempts.compactMap(\.explicitTick) { try climb.check(tick) }
  }

  /// The first attempt that was a send, or nil.
  public var send: Attempt? { attempts.first { $0.result == .sent } }
}

extension Log {
  /// The climbs of a session in their order; none of a deleted session.
  public func climbs(of session: SessionID) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.all(of: session, in: $0) }
  }

  /// The climbs of a day that belong to no session, in their order.
  public func climbs(on day: LocalDay) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.all(on: day, in: $0) }
  }

  /// Every climb with its attempts and tags, the oldest day first, for exports.
  public func allClimbs() async throws -> [ClimbRow] {
    try await read { try ClimbQuery.all(in: $0) }
  }

  /// The newest climbs, each as it was logged last first.
  public func latestClimbs(_ limit: Int) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.latest(limit, in: $0) }
  }

  /// One climb; nil when it, or its session, is deleted or was never there.
  public func climb(_ id: Identifier<Climb>) async throws -> ClimbRow? {
    try await read { try ClimbQuery.find(id, in: $0) }
  }

  /// The history of the route that a climb is of; nil for one without a name.
  public func route(of id: Identifier<Climb>) async throws -> ClimbingRoute? {
    try await read { try RouteTable.route(of: id, in: $0) }
  }

  /// The climbs a short id can mean: hardly ever more than one.
  public func climbs(short: ShortID) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.find(short, in: $0) }
  }
}

extension Log {
  /// The names climbs have, the one that was climbed last first; at most 500.
  public func climbNames() async throws -> [String] {
    try await read { try ClimbQuery.names(500, in: $0) }
  }

  /// The names of those who came along climbing, in order of the alphabet.
  public func climbingPartners() async throws -> [String] {
    let query: SQL = """
      SELECT DISTINCT climbing.partners
      FROM climbing JOIN session ON session.id = climbing.session
      WHERE climbing.partners IS NOT NULL
      """
    let lists = try await read { try $0.all(query) { try $0.text(0) } }
    let names = Set(lists.flatMap { $0.split(separator: "\n").map(String.init) })
    return names.sorted { (folded($0), $0) < (folded($1), $1) }
  }

  /// The gyms and crags of climbs and climbing sessions, the latest first.
  public func climbingPlaces() async throws -> [String] {
    let query: SQL = """
      SELECT place FROM (
        SELECT session.place AS place, session.day AS day
        FROM session WHERE session.kind = \(Climbing.kind.name) AND session.place IS NOT NULL
        UNION ALL
        SELECT place, day FROM climb WHERE place IS NOT NULL
      ) AS found GROUP BY place ORDER BY max(day) DESC, place LIMIT 500
      """
    return try await read { try $0.all(query) { try $0.text(0) } }
  }
}
