import Cairn
import CairnReports
import CairnSQL

/// Queries for the public part of a log; they select no notes, partners, moods or effort ratings.
enum PublicSessionQuery {
  static func sessions(
    _ before: PublicSessionCursor?,
    _ limit: Int,
    in connection: any SQLConnection
  ) throws -> [PublicSession] {
    let query: SQL = """
      SELECT session.id, session.segments, session.ended_at, session.zone, session.day,
        session.place, climbing.is_outdoor, climbing.discipline
      \(fragment: shown(before, limit))
      """
    return try connection.all(query) { row in
      PublicSession(
        id: try row["id"],
        timeline: try Timeline(text: row["segments"], endedAt: row["ended_at"]),
        zone: try row["zone"],
        day: try row["day"],
        place: try row["place"],
        isOutdoor: try row["is_outdoor"],
        discipline: try row.decode("discipline", Discipline.init(name:))
      )
    }
  }

  /// Returns the climbs of the same sessions, in order.
  static func climbs(
    _ before: PublicSessionCursor?,
    _ limit: Int,
    in connection: any SQLConnection
  ) throws -> [SessionID: [PublicClimb]] {
    let sessions: SQL = "SELECT session.id \(fragment: shown(before, limit))"
    let publicClimbs: SQL =
      "FROM climb WHERE session IN (SELECT id FROM (\(fragment: sessions)) AS shown)"
    let ids: SQL = "SELECT id \(fragment: publicClimbs)"
    let attempts = Dictionary(grouping: try ClimbQuery.attempts(of: ids, in: connection)) {
      $0.climb
    }
    // Custom tags are free text, which stays private (ADR 24).
    let shared = try ClimbQuery.marks(of: ids, in: connection).filter { $0.tag.category != .own }
    let marks = Dictionary(grouping: shared) { $0.climb }
    let query: SQL = """
      SELECT id, session, position, name, discipline, grade, scale, style, pitches
      \(fragment: publicClimbs) ORDER BY session, position, id
      """
    let climbs = try connection.all(query) { row in
      let (session, climb): (SessionID, Climb) = try (row["session"], climb(row))
      let (attempts, marks) = (attempts[climb.id] ?? [], marks[climb.id] ?? [])
      return (session, PublicClimb(climb: climb, attempts: attempts, marks: marks))
    }
    return Dictionary(grouping: climbs, by: \.0).mapValues { $0.map(\.1) }
  }

  private static func shown(_ before: PublicSessionCursor?, _ limit: Int) -> SQL {
    let older: SQL =
      before.map { "AND (session.started_at, session.id) < (\($0.startedAt), \($0.id))" } ?? ""
    return """
      FROM session JOIN climbing ON climbing.session = session.id
      WHERE climbing.is_private = 0 \(fragment: older)
      ORDER BY session.started_at DESC, session.id DESC LIMIT \(limit)
      """
  }

  private static func climb(_ row: any SQLRow) throws -> Climb {
    var climb = Climb(
      id: try row["id"],
      climbContext: .session(try row["session"]),
      position: try row["position"]
    )
    climb.setName(try row["name"])
    let scale = try row.decode("scale", GradeScale.init(name:))
    let grade = try row.decode("grade") { text in
      scale.flatMap { Grade(lenient: text, in: $0) }
    }
    try climb.setGrade(grade)
    climb.discipline = try row.decode("discipline", Discipline.init(name:))
    climb.style = try row.decode("style", RopeStyle.init(name:))
    try climb.setPitches(row["pitches"])
    return climb
  }
}
