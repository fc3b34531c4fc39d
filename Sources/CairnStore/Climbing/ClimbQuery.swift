package import Cairn
import CairnReports
package import CairnSQL

/// Queries for climbs; skips deleted climbs and those of deleted sessions.
package enum ClimbQuery {
  static func find(_ id: Identifier<Climb>, in connection: any SQLConnection) throws -> ClimbRow? {
    try rows("AND climb.id = \(id)", in: connection).first
  }

  static func find(_ short: ShortID, in connection: any SQLConnection) throws -> [ClimbRow] {
    try rows("AND climb.short = \(short.number)", in: connection)
  }

  /// Returns the highest position of a climb in a session or on a day; 0 without climbs.
  static func lastPosition(
    on climbContext: ClimbContext,
    in connection: any SQLConnection
  ) throws -> Int64 {
    let condition: SQL =
      switch climbContext {
      case .session(let session): "session = \(session)"
      case .day(let day, _, _): "day = \(day)"
      }
    let query: SQL = "SELECT coalesce(max(position), 0) FROM climb WHERE \(fragment: condition)"
    return try connection.value(query) ?? 0
  }

  /// Returns the climbs of a session, in order.
  static func all(of session: SessionID, in connection: any SQLConnection) throws -> [ClimbRow] {
    try rows(
      "AND climb.session = \(session) ORDER BY climb.position, climb.id",
      in: connection
    )
  }

  /// Returns a day's climbs outside sessions, in order.
  static func all(on day: LocalDay, in connection: any SQLConnection) throws -> [ClimbRow] {
    try rows("AND climb.day = \(day) ORDER BY climb.position, climb.id", in: connection)
  }

  /// Returns every climb, oldest day first.
  static func all(in connection: any SQLConnection) throws -> [ClimbRow] {
    try rows(
      """
      ORDER BY coalesce(session.day, climb.day), session.started_at, climb.position, climb.id
      """,
      in: connection
    )
  }

  /// Returns the newest climbs, last logged first.
  static func latest(_ limit: Int, in connection: any SQLConnection) throws -> [ClimbRow] {
    guard let (day, _) = try earliestDay(ofLatest: limit, in: connection) else { return [] }
    return try rows(
      """
      \(fragment: since(day))
      ORDER BY coalesce(session.day, climb.day) DESC, session.started_at DESC, climb.position DESC,
        climb.id DESC
      LIMIT \(limit)
      """,
      in: connection
    )
  }

  /// Returns the names of the newest climbs, last climbed first.
  ///
  /// A name used on or after a day precedes all names used only before it. So the query reads only as many of the
  /// newest days as it needs to find `limit` names.
  static func names(_ limit: Int, in connection: any SQLConnection) throws -> [String] {
    var days = 100
    while let (day, isFirst) = try earliestDay(ofLatest: days, in: connection) {
      let query: SQL = """
        SELECT climb.name \(fragment: visibleClimbs) AND climb.name IS NOT NULL \(fragment: since(day))
        GROUP BY climb.name ORDER BY max(coalesce(session.day, climb.day)) DESC, climb.name
        LIMIT \(limit)
        """
      let names: [String] = try connection.values(query)
      if names.count == limit || isFirst { return names }
      days *= 8
    }
    return []
  }

  /// Returns a condition for climbs on or after a day.
  private static func since(_ day: LocalDay) -> SQL {
    let kind = Climbing.kind.name
    return """
      AND (climb.day >= \(day) OR climb.session IN (
        SELECT id FROM session WHERE kind = \(kind) AND day >= \(day)))
      """
  }

  /// Returns a day that covers at least the newest `limit` climbs, and whether it covers all climbs.
  ///
  /// Nil if there are no climbs. Avoids sorting every climb of a long log.
  private static func earliestDay(
    ofLatest limit: Int,
    in connection: any SQLConnection
  ) throws -> (day: LocalDay, isFirst: Bool)? {
    let query: SQL = """
      SELECT min(day) AS first, count(*) AS count FROM (
        SELECT day FROM session WHERE kind = \(Climbing.kind.name)
          AND EXISTS (SELECT 1 FROM climb WHERE climb.session = session.id)
        UNION ALL SELECT day FROM climb WHERE day IS NOT NULL
        ORDER BY day DESC LIMIT \(limit)
      ) AS newest
      """
    return try connection.first(query) { row in
      try row.decode("first") { (day: LocalDay) in (day, try limit > row["count"]) }
    } ?? nil
  }

  /// Returns the climbs of a session in order, deleted ones excepted.
  package static func ids(
    of session: RecordID,
    in connection: any SQLConnection
  ) throws -> [RecordID] {
    try connection.values("SELECT id FROM climb WHERE session = \(session) ORDER BY position, id")
  }

  /// Returns the attempts at a climb, in order.
  package static func attempts(
    at climb: RecordID,
    in connection: any SQLConnection
  ) throws -> [RecordID] {
    try connection.values("SELECT id FROM attempt WHERE climb = \(climb) ORDER BY number, id")
  }

  /// Returns the number of climbs of a session, and of those sent.
  package static func counts(
    of session: RecordID,
    in connection: any SQLConnection
  ) throws -> (climbs: Int64, sent: Int64) {
    let query: SQL = """
      SELECT count(*) AS climbs, count(CASE WHEN sends > 0 THEN 1 END) AS sent FROM climb WHERE session = \(session)
      """
    return try connection.first(query) { try ($0["climbs"], $0["sent"]) } ?? (0, 0)
  }

  /// Returns the keys of attempted or only sent routes, in an ended session or on a day without a session.
  package static func routes(
    onlySent: Bool = false,
    in connection: any SQLConnection
  ) throws -> [String] {
    let condition: SQL = onlySent ? "sends > 0" : "attempts > 0"
    let query: SQL = """
      SELECT DISTINCT climb.name, climb.discipline, coalesce(session.place, climb.place) AS place,
        climb.angle, climb.grade
      \(fragment: visibleClimbs) AND climb.name IS NOT NULL
        AND (climb.session IS NULL OR session.ended_at IS NOT NULL)
        AND climb.\(fragment: condition)
      """
    return Set(try connection.all(query, route)).sorted()
  }

  private static func route(_ row: any SQLRow) throws -> String {
    let key = Climb.key(
      name: try row["name"],
      discipline: try row.decode("discipline", Discipline.init(name:)),
      place: try row["place"],
      angle: try row["angle"]
    )
    return Climb.key(key, grade: try row["grade"])
  }

  static let visibleClimbs: SQL = """
    FROM climb LEFT JOIN session ON session.id = climb.session
    LEFT JOIN climbing ON climbing.session = climb.session
    WHERE (climb.session IS NULL OR session.id IS NOT NULL)
    """

  /// Reads climbs with their attempts and tags, in one statement per table.
  private static func rows(_ condition: SQL, in connection: any SQLConnection) throws -> [ClimbRow]
  {
    let ids: SQL = "SELECT climb.id \(fragment: visibleClimbs) \(fragment: condition)"
    let climbs = try RecordTable.entities(Climb.self, ids, in: connection)
    let attempts = Dictionary(grouping: try attempts(of: ids, in: connection)) { $0.climb }
    let marks = Dictionary(grouping: try marks(of: ids, in: connection)) { $0.climb }
    let query: SQL = """
      SELECT climb.id, coalesce(session.day, climb.day) AS day,
        coalesce(session.place, climb.place) AS place,
        coalesce(climbing.is_outdoor, climb.is_outdoor) AS is_outdoor \(fragment: visibleClimbs) \(fragment: condition)
      """
    return try connection.all(query) { row -> ClimbRow? in
      guard let climb = climbs[try row["id"]] else { return nil }
      var found = try ClimbRow(
        climb: climb,
        day: row["day"],
        place: row["place"],
        isOutdoor: row["is_outdoor"]
      )
      found.attempts = Attempt.inOrder(attempts[climb.id] ?? [])
      found.marks = marks[climb.id] ?? []
      return found
    }.compactMap(\.self)
  }

  /// Returns the attempts at some climbs, each climb's in the order entered.
  static func attempts(
    of climbs: SQL,
    in connection: any SQLConnection
  ) throws -> [Attempt] {
    try connection.all(
      """
      SELECT climb, id, number, result, tick, at, counted FROM attempt
      WHERE climb IN (\(fragment: climbs)) ORDER BY climb, number, id
      """
    ) { row in
      var attempt = try Attempt(
        id: row["id"],
        climb: row["climb"],
        number: row["number"],
        result: row.decode("result", AttemptResult.init(name:)),
        tick: row.decode("tick", Tick.init(name:)),
        at: row["at"]
      )
      attempt.tick = try row.decode("counted", Tick.init(name:))
      return attempt
    }
  }

  /// Returns the tags of some climbs, each climb's ordered by stored name.
  static func marks(of climbs: SQL, in connection: any SQLConnection) throws -> [TagMark] {
    let query: SQL = """
      SELECT climb, tag, impact FROM tag_mark
      WHERE climb IN (\(fragment: climbs)) ORDER BY climb, tag, id
      """
    return try connection.all(query) { row -> TagMark? in
      guard let tag = try row.decode("tag", ClimbTag.init(stored:)),
        let impact = try row.decode("impact", TagImpact.init(name:))
      else { return nil }
      return TagMark(climb: try row["climb"], tag: tag, impact: impact)
    }.compactMap(\.self)
  }
}
