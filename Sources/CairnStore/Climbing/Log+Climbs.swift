public import Cairn
import CairnSQL
public import CairnReports

extension Log {
  /// Returns the climbs of a session, in order; empty if the session is deleted.
  public func climbs(of session: SessionID) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.all(of: session, in: $0) }
  }

  /// Returns a day's climbs outside sessions, in order.
  public func climbs(on day: LocalDay) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.all(on: day, in: $0) }
  }

  /// Returns every climb with its attempts and tags, oldest day first, for exports.
  public func allClimbs() async throws -> [ClimbRow] {
    try await read { try ClimbQuery.all(in: $0) }
  }

  /// Returns the newest climbs, last logged first.
  public func latestClimbs(_ limit: Int) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.latest(limit, in: $0) }
  }

  /// Returns one climb; nil if it is unknown, or if it or its session is deleted.
  public func climb(_ id: Identifier<Climb>) async throws -> ClimbRow? {
    try await read { try ClimbQuery.find(id, in: $0) }
  }

  /// Returns the history of a climb's route; nil if the climb has no name.
  public func route(of id: Identifier<Climb>) async throws -> ClimbingRoute? {
    try await read { try RouteTable.route(of: id, in: $0) }
  }

  /// Returns the climbs that a short id matches, rarely more than one.
  public func climbs(short: ShortID) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.find(short, in: $0) }
  }
}

extension Log {
  /// Returns climb names, last climbed first, at most 500.
  public func climbNames() async throws -> [String] {
    try await read { try ClimbQuery.names(500, in: $0) }
  }

  /// Returns the names of all climbing partners, in alphabetical order.
  public func climbingPartners() async throws -> [String] {
    let query: SQL = """
      SELECT DISTINCT climbing.partners
      FROM climbing JOIN session ON session.id = climbing.session
      WHERE climbing.partners IS NOT NULL
      """
    let lists: [String] = try await read { try $0.values(query) }
    let names = Set(lists.flatMap { $0.split(separator: "\n").map(String.init) })
    return names.sorted { (folded($0), $0) < (folded($1), $1) }
  }

  /// Returns the gyms and crags of climbs and climbing sessions, latest first, at most 500.
  public func climbingPlaces() async throws -> [String] {
    let query: SQL = """
      SELECT place FROM (
        SELECT session.place AS place, session.day AS day
        FROM session WHERE session.kind = \(Climbing.kind.name) AND session.place IS NOT NULL
        UNION ALL
        SELECT place, day FROM climb WHERE place IS NOT NULL
      ) AS found GROUP BY place ORDER BY max(day) DESC, place LIMIT 500
      """
    return try await read { try $0.values(query) }
  }
}
