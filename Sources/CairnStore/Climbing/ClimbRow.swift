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
    for tick in attempts.compactMap(\.tick) { try climb.check(tick, after: 0) }
  }

  /// The first attempt that was a send, or nil.
  public var send: Attempt? { attempts.first { $0.result == .sent } }
}

/// Climbs that are there: not deleted, nor their session.
enum ClimbQuery {
  static func find(_ id: Identifier<Climb>, in connection: any SQLConnection) throws -> ClimbRow? {
    try rows("\(fragment: columns) AND climb.id = \(id)", connection).first
  }

  static func find(_ short: ShortID, in connection: any SQLConnection) throws -> [ClimbRow] {
    try rows("\(fragment: columns) AND climb.short = \(short.number)", connection)
  }

  /// The climbs of a session in their order.
  static func all(of session: SessionID, in connection: any SQLConnection) throws -> [ClimbRow] {
    try rows(
      """
      \(fragment: columns) AND climb.session = \(session)
      ORDER BY climb.position, climb.id
      """,
      connection
    )
  }

  /// The climbs of a day that belong to no session, in their order.
  static func all(on day: LocalDay, in connection: any SQLConnection) throws -> [ClimbRow] {
    try rows(
      "\(fragment: columns) AND climb.day = \(day) ORDER BY climb.position, climb.id",
      connection
    )
  }

  /// The newest climbs, those logged last in a session first.
  static func latest(_ limit: Int, in connection: any SQLConnection) throws -> [ClimbRow] {
    try rows(
      """
      \(fragment: columns)
      ORDER BY coalesce(session.day, climb.day) DESC, session.started_at DESC, climb.position DESC,
        climb.id DESC
      LIMIT \(limit)
      """,
      connection
    )
  }

  static let there: SQL = """
    FROM climb LEFT JOIN session ON session.id = climb.session
    LEFT JOIN climbing ON climbing.session = climb.session
    WHERE (climb.session IS NULL OR session.id IS NOT NULL)
    """

  static let columns: SQL = """
    SELECT climb.id, coalesce(session.day, climb.day), coalesce(session.place, climb.place),
      coalesce(climbing.is_outdoor, climb.is_outdoor) \(fragment: there)
    """

  private static func rows(_ query: SQL, _ connection: any SQLConnection) throws -> [ClimbRow] {
    typealias Found = (id: RecordID, day: LocalDay, place: String?, isOutdoor: Bool?)
    let found = try connection.all(query) { row -> Found in
      (
        try row.id(0), try row.day(1), try row.textOrNil(2), try row.integerOrNil(3).map { $0 != 0 }
      )
    }
    return try found.compactMap { one in
      guard let climb = try thing(Climb.self, one.id, connection) else { return nil }
      var row = ClimbRow(climb: climb, day: one.day, place: one.place, isOutdoor: one.isOutdoor)
      row.attempts = try attempts(of: climb.id, in: connection)
      row.marks = try marks(of: climb.id, in: connection)
      return row
    }
  }

  /// The attempts of a climb in order.
  static func attempts(
    of climb: Identifier<Climb>,
    in connection: any SQLConnection
  ) throws -> [Attempt] {
    try connection.all(
      """
      SELECT id, number, result, tick, at FROM attempt WHERE climb = \(climb) ORDER BY number, id
      """
    ) { row in
      try Attempt(
        id: Identifier(row.id(0)),
        climb: climb,
        number: row.integer(1),
        result: row.textOrNil(2).flatMap { AttemptResult(name: $0) },
        tick: row.textOrNil(3).flatMap { Tick(name: $0) },
        at: row.instantOrNil(4)
      )
    }
  }

  static func marks(of climb: Identifier<Climb>, in connection: any SQLConnection) throws
    -> [TagMark]
  {
    let query: SQL = "SELECT tag, impact FROM tag_mark WHERE climb = \(climb) ORDER BY tag, id"
    return try connection.all(query) { row -> TagMark? in
      guard let tag = ClimbTag(stored: try row.text(0)),
        let impact = TagImpact(name: try row.text(1))
      else { return nil }
      return TagMark(climb: climb, tag: tag, impact: impact)
    }.compactMap(\.self)
  }

  private static func thing<Thing: Recorded>(
    _ type: Thing.Type,
    _ id: RecordID,
    _ connection: any SQLConnection
  ) throws -> Thing? {
    guard let record = try RecordTable.find(Thing.recordKind, id, in: connection) else {
      return nil
    }
    return try Thing(recordID: id, fields: record.fields)
  }
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

  /// The newest climbs, each as it was logged last first.
  public func latestClimbs(_ limit: Int) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.latest(limit, in: $0) }
  }

  /// One climb; nil when it, or its session, is deleted or was never there.
  public func climb(_ id: Identifier<Climb>) async throws -> ClimbRow? {
    try await read { try ClimbQuery.find(id, in: $0) }
  }

  /// The climbs a short id can mean: hardly ever more than one.
  public func climbs(short: ShortID) async throws -> [ClimbRow] {
    try await read { try ClimbQuery.find(short, in: $0) }
  }
}

extension Log {
  /// The names climbs have, the one that was climbed last first.
  public func climbNames() async throws -> [String] {
    let query: SQL = """
      SELECT climb.name \(fragment: ClimbQuery.there) AND climb.name IS NOT NULL
      GROUP BY climb.name ORDER BY max(coalesce(session.day, climb.day)) DESC, climb.name
      LIMIT 500
      """
    return try await read { try $0.all(query) { try $0.text(0) } }
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
