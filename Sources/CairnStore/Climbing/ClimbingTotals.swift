public import Cairn
import CairnSQL

/// The input of climbing statistics: every climb with its attempt counts, and every session.
public struct ClimbingTotals: Sendable {
  /// The distinct grades.
  public internal(set) var grades: [Grade] = []
  /// The climbs that count: not deleted, and not in a running session.
  public internal(set) var climbs: [ClimbTotalRow] = []
  /// The distinct tags.
  public internal(set) var tags: [ClimbTag] = []
  /// The tags on climbs, each marked as a help or a hindrance.
  public internal(set) var marks: [TagMarkRow] = []
  /// The ended climbing sessions.
  public internal(set) var sessions: [ClimbingTotalRow] = []
}

/// A climb with its attempt counts.
public struct ClimbTotalRow: Sendable, Equatable {
  /// The climb.
  public let id: Identifier<Climb>
  /// Its session; nil for a climb outside sessions.
  public let session: SessionID?
  /// The day it counts for.
  public let day: LocalDay
  /// The climb's own discipline, or nil.
  public let discipline: Discipline?
  /// The discipline of its session, or nil.
  public let sessionDiscipline: Discipline?
  /// The index of its grade in ``ClimbingTotals/grades``, or nil.
  public let grade: Int?
  /// Whether it was imported.
  public let isImported: Bool
  /// The number of attempts.
  public let attempts: Int64
  /// The number of attempts with an unknown result.
  public let unknown: Int64
  /// The number of sends.
  public let sends: Int64
  /// The number of onsights.
  public let onsights: Int64
  /// The number of flashes.
  public let flashes: Int64
  /// The number of first sends of its route: 0 or 1, or more if the logged grades of the route differ.
  public let firstSends: Int64
}

/// A tag on a climb, as indexes into ``ClimbingTotals``.
public struct TagMarkRow: Sendable, Equatable {
  /// The index of the climb.
  public let climb: Int
  /// The index of the tag.
  public let tag: Int
  /// Whether the tag helped rather than hindered.
  public let isHelp: Bool
}

/// An ended climbing session.
public struct ClimbingTotalRow: Sendable, Equatable {
  /// The session.
  public let id: SessionID
  /// The day it started.
  public let day: LocalDay
  /// Its active time.
  public let time: Milliseconds
  /// Its discipline, or nil.
  public let discipline: Discipline?
  /// The climber's ratings, in the order of `ClimbingScale.ratings`; nil for a missing rating.
  public let ratings: [Int64?]
  /// The climbing partners.
  public let partners: [String]
}

extension Log {
  /// Reads the input of climbing statistics from one snapshot.
  ///
  /// Runs three table scans and parses each distinct grade and tag once: O(climbs + marks).
  public func climbingTotals() async throws -> ClimbingTotals {
    try await read { connection in
      var reader = ClimbingReader()
      try reader.readSessions(connection)
      try reader.readClimbs(connection)
      try reader.readMarks(connection)
      return reader.totals
    }
  }
}

/// A grade as stored.
private struct StoredGrade: Hashable {
  let text: String
  let scale: String
}

/// Builds ``ClimbingTotals``; joins climbs and tags in one pass because both are sorted by climb id.
private struct ClimbingReader {
  var totals = ClimbingTotals()
  private var sessions: [SessionID: Int] = [:]
  /// Caches the last session looked up, because consecutive climbs mostly share one.
  private var lastSession: (id: SessionID, index: Int?)?
  private var grades: [StoredGrade: Int?] = [:]
  /// An array, because comparing a few names is faster than hashing one.
  private var disciplines: [(name: String, discipline: Discipline?)] = []
  private var tags: [String: Int?] = [:]
  /// The index of the climb with the current tag.
  private var marked = 0

  /// Reads the sessions; a cross join keeps SQLite from scanning those of all kinds.
  mutating func readSessions(_ connection: any SQLConnection) throws {
    totals.sessions = try connection.all(
      """
      SELECT session.id, session.day, session.active, climbing.discipline, climbing.mental,
        climbing.physical, climbing.rpe, climbing.pump, climbing.partners
      FROM climbing CROSS JOIN session
      WHERE session.id = climbing.session AND session.ended_at IS NOT NULL
      """
    ) { row in
      try ClimbingTotalRow(
        id: row["id"],
        day: row["day"],
        time: row["active"],
        discipline: row.decode("discipline", Discipline.init(name:)),
        ratings: [row["mental"], row["physical"], row["rpe"], row["pump"]],
        partners: row.decode("partners") { (names: String) in
          names.split(separator: "\n").map(String.init)
        } ?? []
      )
    }
    sessions = Dictionary(
      uniqueKeysWithValues: totals.sessions.enumerated().map { ($1.id, $0) }
    )
  }

  /// Reads climbs; skips those of deleted or running sessions, which ``sessions`` lacks.
  mutating func readClimbs(_ connection: any SQLConnection) throws {
    let query: SQL = """
      SELECT id, session, day, discipline, grade, scale, source IS NOT NULL AS is_imported, attempts, unknown,
        sends, onsights, flashes, first_sends
      FROM climb ORDER BY id
      """
    try connection.each(query) { row in
      let session: SessionID? = try row["session"]
      var sessionValues = (day: nil as LocalDay?, discipline: nil as Discipline?)
      if let session {
        guard let index = index(of: session) else { return }
        sessionValues = (totals.sessions[index].day, totals.sessions[index].discipline)
      }
      totals.climbs.append(
        ClimbTotalRow(
          id: try row["id"],
          session: session,
          day: try sessionValues.day ?? row["day"],
          discipline: try discipline(row["discipline"]),
          sessionDiscipline: sessionValues.discipline,
          grade: try grade(row["grade"], row["scale"]),
          isImported: try row["is_imported"],
          attempts: try row["attempts"],
          unknown: try row["unknown"],
          sends: try row["sends"],
          onsights: try row["onsights"],
          flashes: try row["flashes"],
          firstSends: try row["first_sends"]
        )
      )
    }
  }

  private mutating func index(of session: SessionID) -> Int? {
    if let lastSession, lastSession.id == session { return lastSession.index }
    let index = sessions[session]
    lastSession = (session, index)
    return index
  }

  private mutating func grade(_ text: String?, _ scale: String?) -> Int? {
    guard let text, let scale else { return nil }
    let stored = StoredGrade(text: text, scale: scale)
    if let known = grades[stored] { return known }
    let grade = GradeScale(name: scale).flatMap { Grade(lenient: text, in: $0) }
    let index = grade.map { grade in
      totals.grades.append(grade)
      return totals.grades.count - 1
    }
    grades[stored] = .some(index)
    return index
  }

  private mutating func discipline(_ name: String?) -> Discipline? {
    guard let name else { return nil }
    if let known = disciplines.first(where: { $0.name == name }) { return known.discipline }
    let discipline = Discipline(name: name)
    disciplines.append((name, discipline))
    return discipline
  }

  mutating func readMarks(_ connection: any SQLConnection) throws {
    let query: SQL =
      "SELECT climb, tag, impact = 'helped' AS is_help FROM tag_mark ORDER BY climb, tag, id"
    try connection.each(query) { row in
      guard advance(to: try row["climb"]), let tag = tag(try row["tag"]) else { return }
      totals.marks.append(TagMarkRow(climb: marked, tag: tag, isHelp: try row["is_help"]))
    }
  }

  private mutating func tag(_ text: String) -> Int? {
    if let known = tags[text] { return known }
    let index = ClimbTag(stored: text).map { tag in
      totals.tags.append(tag)
      return totals.tags.count - 1
    }
    tags[text] = .some(index)
    return index
  }

  /// Advances ``marked`` to a climb; returns whether it is among the climbs that count.
  ///
  /// Mutating, because a closure would copy the reader for each call of a method that is not.
  private mutating func advance(to id: RecordID) -> Bool {
    while marked < totals.climbs.count, totals.climbs[marked].id.record < id { marked += 1 }
    return marked < totals.climbs.count && totals.climbs[marked].id.record == id
  }
}
