import Cairn
import CairnSQL

/// The climbing records that a transaction changed.
struct ChangedRoutes {
  /// Climbs that were added or deleted, or had attempts changed.
  var climbs: Set<RecordID> = []
  /// Climbing sessions that were added, deleted, moved in time or changed place.
  var sessions: Set<RecordID> = []
  /// Folded former names of climbs.
  var names: Set<String> = []

  mutating func formUnion(_ other: ChangedRoutes) {
    climbs.formUnion(other.climbs)
    sessions.formUnion(other.sessions)
    names.formUnion(other.names)
  }
}

/// The values derived from all attempts at a route: `attempt.counted` and the counts of `climb`.
///
/// Recomputed once per changed route at the end of a transaction, so the order in which records arrive does not matter.
struct RouteTable {
  private let connection: any SQLConnection

  /// Recomputes the routes of changed records, in O(attempts at these routes).
  static func recompute(_ touched: ChangedRoutes, in connection: any SQLConnection) throws {
    let table = RouteTable(connection: connection)
    let climbs = try table.climbs(touched)
    let names = touched.names.union(climbs.compactMap(\.name))
    try table.recompute(names.sorted()) { "folded IN (\(fragment: $0))" }
    let unnamed = climbs.filter { $0.name == nil }.map(\.id)
    try table.recompute(Set(unnamed).sorted()) { "id IN (\(fragment: $0))" }
    try table.clear(touched.climbs.subtracting(climbs.map(\.id)).sorted())
  }

  /// Clears the derived ticks of attempts at deleted climbs.
  private func clear(_ deletedIDs: [RecordID]) throws {
    for chunk in Self.chunks(deletedIDs) {
      try connection.run(
        """
        UPDATE attempt SET counted = NULL
        WHERE climb IN (\(fragment: chunk)) AND counted IS NOT NULL
        """
      )
    }
  }

  private typealias Named = (id: RecordID, name: String?)

  private func climbs(_ touched: ChangedRoutes) throws -> [Named] {
    try named(touched.climbs.sorted()) { "id IN (\(fragment: $0))" }
      + named(touched.sessions.sorted()) { "session IN (\(fragment: $0))" }
  }

  private func named(_ ids: [RecordID], _ condition: (SQL) -> SQL) throws -> [Named] {
    try Self.chunks(ids).flatMap { chunk in
      try connection.all("SELECT id, folded FROM climb WHERE \(fragment: condition(chunk))") {
        try (id: $0["id"], name: $0["folded"])
      }
    }
  }

  private func recompute(_ keys: [some SQLBindable], _ condition: (SQL) -> SQL) throws {
    for chunk in Self.chunks(keys) {
      for climbs in try loggedClimbs(condition(chunk)) { try recompute(climbs) }
    }
  }

  /// Returns comma-separated lists of at most 100 bound values.
  private static func chunks(_ values: [some SQLBindable]) -> [SQL] {
    stride(from: 0, to: values.count, by: 100).map { start in
      let chunk = values[start..<min(start + 100, values.count)]
      return chunk.dropFirst().reduce("\(chunk[start])") { "\(fragment: $0), \($1)" }
    }
  }
}

extension RouteTable {
  /// Returns the route history of a climb; nil if the climb is unknown or has no name.
  static func route(
    of climb: Identifier<Climb>,
    in connection: any SQLConnection
  ) throws -> ClimbingRoute? {
    let table = RouteTable(connection: connection)
    guard let name = try table.named([climb.record], { "id IN (\(fragment: $0))" }).first?.name
    else { return nil }
    let climbs = try table.loggedClimbs("folded = \(name)").map {
      $0.filter(\.isVisible).map(\.climb)
    }
    return climbs.flatMap(ClimbingRoute.routes).first { $0.contains { $0.id == climb } }
      .map { ClimbingRoute($0) }
  }

  private func recompute(_ climbs: [StoredLoggedClimb]) throws {
    let routes = ClimbingRoute.routes(climbs.filter(\.isVisible).map(\.climb))
    let attempts = Dictionary(grouping: routes.flatMap { ClimbingRoute($0).attempts }) {
      $0.attempt.climb
    }
    for stored in climbs { try write(attempts[stored.climb.id] ?? [], over: stored) }
  }

  /// Writes only changed values.
  private func write(_ attempts: [RouteAttempt], over old: StoredLoggedClimb) throws {
    let ticks = Dictionary(uniqueKeysWithValues: attempts.map { ($0.attempt.id, $0.attempt.tick) })
    for attempt in old.climb.attempts {
      let tick = ticks[attempt.id] ?? nil
      guard tick != attempt.tick else { continue }
      try connection.run(
        """
        UPDATE attempt SET counted = \(tick?.name)
        WHERE climb = \(attempt.climb) AND number = \(attempt.number) AND id = \(attempt.id)
        """
      )
    }
    let sums = AttemptCounts(attempts)
    guard sums != old.sums else { return }
    try connection.run(
      """
      UPDATE climb SET attempts = \(sums.attempts), unknown = \(sums.unknown), sends = \(sums.sends),
        onsights = \(sums.onsights), flashes = \(sums.flashes), first_sends = \(sums.firstSends)
      WHERE id = \(old.climb.id)
      """
    )
  }

  /// Returns logged climbs grouped by route: name, discipline, place and angle.
  private func loggedClimbs(_ condition: SQL) throws -> [[StoredLoggedClimb]] {
    var climbs: [Identifier<Climb>: StoredLoggedClimb] = [:]
    try connection.each(
      """
      SELECT climb.id, coalesce(session.day, climb.day) AS day, session.id AS session, session.started_at,
        climb.position, climb.at, climb.discipline, climb.grade, climb.source,
        climb.attempts, climb.unknown, climb.sends, climb.onsights, climb.flashes, climb.first_sends,
        CASE WHEN climb.session IS NULL OR session.id IS NOT NULL THEN 1 ELSE 0 END AS is_visible,
        climb.folded, coalesce(session.place, climb.place) AS place,
        attempt.id AS attempt, attempt.number, attempt.result, attempt.tick, attempt.at AS attempt_at,
        attempt.counted,
        climb.angle
      FROM climb LEFT JOIN session ON session.id = climb.session
        LEFT JOIN attempt ON attempt.climb = climb.id
      WHERE climb.\(fragment: condition)
      """
    ) { row in
      let id: Identifier<Climb> = try row["id"]
      var stored = try climbs[id] ?? StoredLoggedClimb(id, row)
      if let attempt = try Attempt(row, of: id) { stored.climb.attempts.append(attempt) }
      climbs[id] = stored
    }
    return Array(Dictionary(grouping: climbs.values) { $0.route }.values)
  }
}

/// A logged climb with its stored derived values.
private struct StoredLoggedClimb {
  /// The climb, with the currently stored ticks.
  var climb: LoggedClimb
  let sums: AttemptCounts
  /// Whether its session exists, or it needs none.
  let isVisible: Bool
  /// The route key; climbs with different keys belong to different routes.
  let route: String

  init(_ id: Identifier<Climb>, _ row: any SQLRow) throws {
    let session: SessionID? = try row["session"]
    let discipline = try row.decode("discipline", Discipline.init(name:))
    isVisible = try row["is_visible"]
    climb = LoggedClimb(
      id: id,
      day: isVisible ? try row["day"] : .first,
      session: try session.map { (id: $0, start: try row["started_at"]) },
      position: try row["position"],
      at: try row["at"],
      discipline: discipline,
      grade: try row.decode("grade") { (grade: String) in grade.lowercased() } ?? "",
      source: try row["source"]
    )
    sums = try AttemptCounts(row)
    let (place, angle): (String?, Int64?) = try (row["place"], row["angle"])
    route =
      try row.decode("folded") {
        Climb.key(name: $0, discipline: discipline, place: place, angle: angle)
      } ?? id.record.text
  }
}

/// The attempt counts of a logged climb.
private struct AttemptCounts: Equatable {
  var attempts: Int64 = 0
  var unknown: Int64 = 0
  var sends: Int64 = 0
  var onsights: Int64 = 0
  var flashes: Int64 = 0
  var firstSends: Int64 = 0

  init(_ all: [RouteAttempt]) {
    for one in all {
      attempts += 1
      unknown += one.attempt.result == nil ? 1 : 0
      sends += one.attempt.result == .sent ? 1 : 0
      onsights += one.attempt.tick == .onsight ? 1 : 0
      flashes += one.attempt.tick == .flash ? 1 : 0
      firstSends += one.isFirstSend ? 1 : 0
    }
  }

  init(_ row: any SQLRow) throws {
    (attempts, unknown, sends) = try (row["attempts"], row["unknown"], row["sends"])
    (onsights, flashes, firstSends) = try (row["onsights"], row["flashes"], row["first_sends"])
  }
}

extension Attempt {
  fileprivate init?(_ row: any SQLRow, of climb: Identifier<Climb>) throws {
    guard let id: Identifier<Attempt> = try row["attempt"] else { return nil }
    try self.init(
      id: id,
      climb: climb,
      number: row["number"],
      result: row.decode("result", AttemptResult.init(name:)),
      tick: row.decode("tick", Tick.init(name:)),
      at: row["attempt_at"]
    )
    tick = try row.decode("counted", Tick.init(name:))
  }
}
