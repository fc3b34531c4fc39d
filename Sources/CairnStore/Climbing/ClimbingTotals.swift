public import Cairn
import CairnSQL

/// All there is to count of climbing: every climb with its attempts added up, and every session.
public struct ClimbingTotals: Sendable {
  /// Every different grade, each once.
  public internal(set) var grades: [Grade] = []
  /// The climbs that are there and whose session has ended, by their ids.
  public internal(set) var climbs: [ClimbTotalRow] = []
  /// Every different tag, each once.
  public internal(set) var tags: [ClimbTag] = []
  /// What helped and what hindered.
  public internal(set) var marks: [TagMarkRow] = []
  /// The climbing sessions that have ended.
  public internal(set) var sessions: [ClimbingTotalRow] = []
}

/// One climb with its attempts added up.
public struct ClimbTotalRow: Sendable, Equatable {
  /// The climb.
  public let id: Identifier<Climb>
  /// Its session; nil for a climb of a day.
  public let session: SessionID?
  /// The day it counts for.
  public let day: LocalDay
  /// What the climb says it was, or nil.
  public let discipline: Discipline?
  /// What its session says it was, or nil.
  public let sessionDiscipline: Discipline?
  /// The place of its grade among the grades, or nil.
  public let grade: Int?
  /// Whether it came with an import.
  public let isImported: Bool
  /// Its attempts.
  public let attempts: Int64
  /// Attempts of which it is not known what came of them.
  public let unknown: Int64
  /// Attempts that were sends.
  public let sends: Int64
  /// Sends that were onsights.
  public let onsights: Int64
  /// Sends that were flashes.
  public let flashes: Int64
  /// Sends that were the first of their route: 0 or 1, or more where a card is of no one grade.
  public let firstSends: Int64
}

/// A tag on a climb, by their places among the climbs and the tags.
public struct TagMarkRow: Sendable, Equatable {
  /// The place of the climb.
  public let climb: Int
  /// The place of the tag.
  public let tag: Int
  /// Whether it helped; else it hindered.
  public let isHelp: Bool
}

/// One climbing session that has ended.
public struct ClimbingTotalRow: Sendable, Equatable {
  /// The session.
  public let id: SessionID
  /// The day on which it started.
  public let day: LocalDay
  /// How long it ran.
  public let time: Milliseconds
  /// What was climbed, or nil.
  public let discipline: Discipline?
  /// The climber's ratings, in the order of `ClimbingScale.felt`; nil for an unknown one.
  public let felt: [Int64?]
  /// Who came along.
  public let partners: [String]
}

extension Log {
  /// Reads all there is to count of climbing, at one moment.
  ///
  /// Three statements, each of which walks through one table as it lies; each different grade and tag
  /// is read once. O(climbs + marks).
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

/// A grade as a row has it.
private struct KeptGrade: Hashable {
  let text: String
  let scale: String
}

/// Puts climbs and marks together, both of which come in the order of the climbs.
private struct ClimbingReader {
  var totals = ClimbingTotals()
  private var sessions: [SessionID: Int] = [:]
  /// The session of the climb before, which mostly is that of the next one as well.
  private var lastSession: (id: SessionID, place: Int?)?
  private var grades: [KeptGrade: Int?] = [:]
  /// A list, since there are few: to hash a name takes longer than to compare it with each.
  private var disciplines: [(name: String, discipline: Discipline?)] = []
  private var tags: [String: Int?] = [:]

  mutating func readSessions(_ connection: any SQLConnection) throws {
    totals.sessions = try connection.all(
      """
      SELECT session.id, session.day, session.active, climbing.discipline, climbing.mental,
        climbing.physical, climbing.rpe, climbing.pump, climbing.partners
      FROM climbing JOIN session ON session.id = climbing.session
      WHERE session.ended_at IS NOT NULL
      """
    ) { row in
      try ClimbingTotalRow(
        id: Identifier(row.id(0)),
        day: row.day(1),
        time: Milliseconds(row.integer(2)),
        discipline: row.textOrNil(3).flatMap { Discipline(name: $0) },
        felt: (4...7).map { try row.integerOrNil($0) },
        partners: row.textOrNil(8)?.split(separator: "\n").map(String.init) ?? []
      )
    }
    sessions = Dictionary(
      uniqueKeysWithValues: totals.sessions.enumerated().map { ($1.id, $0) }
    )
  }

  /// Climbs of a session that is deleted, or has not ended, are not found there and left out.
  mutating func readClimbs(_ connection: any SQLConnection) throws {
    let query: SQL = """
      SELECT id, session, day, discipline, grade, scale, source IS NOT NULL, attempts, unknown,
        sends, onsights, flashes, first_sends
      FROM climb ORDER BY id
      """
    try connection.each(query) { row in
      let session = try row.idOrNil(1).map { SessionID($0) }
      var around = (day: nil as LocalDay?, discipline: nil as Discipline?)
      if let session {
        guard let place = place(of: session) else { return }
        around = (totals.sessions[place].day, totals.sessions[place].discipline)
      }
      totals.climbs.append(
        ClimbTotalRow(
          id: Identifier(try row.id(0)),
          session: session,
          day: try around.day ?? row.day(2),
          discipline: try discipline(row.textOrNil(3)),
          sessionDiscipline: around.discipline,
          grade: try grade(row.textOrNil(4), row.textOrNil(5)),
          isImported: try row.integer(6) != 0,
          attempts: try row.integer(7),
          unknown: try row.integer(8),
          sends: try row.integer(9),
          onsights: try row.integer(10),
          flashes: try row.integer(11),
          firstSends: try row.integer(12)
        )
      )
    }
  }

  private mutating func place(of session: SessionID) -> Int? {
    if let lastSession, lastSession.id == session { return lastSession.place }
    let place = sessions[session]
    lastSession = (session, place)
    return place
  }

  private mutating func grade(_ text: String?, _ scale: String?) -> Int? {
    guard let text, let scale else { return nil }
    let kept = KeptGrade(text: text, scale: scale)
    if let known = grades[kept] { return known }
    let grade = GradeScale(name: scale).flatMap { Grade(kept: text, in: $0) }
    let place = grade.map { grade in
      totals.grades.append(grade)
      return totals.grades.count - 1
    }
    grades[kept] = .some(place)
    return place
  }

  private mutating func discipline(_ name: String?) -> Discipline? {
    guard let name else { return nil }
    if let known = disciplines.first(where: { $0.name == name }) { return known.discipline }
    let discipline = Discipline(name: name)
    disciplines.append((name, discipline))
    return discipline
  }

  mutating func readMarks(_ connection: any SQLConnection) throws {
    var place = 0
    let query: SQL = "SELECT climb, tag, impact = 'helped' FROM tag_mark ORDER BY climb, tag, id"
    try connection.each(query) { row in
      guard find(try row.id(0), from: &place), let tag = tag(try row.text(1)) else { return }
      totals.marks.append(TagMarkRow(climb: place, tag: tag, isHelp: try row.integer(2) != 0))
    }
  }

  private mutating func tag(_ text: String) -> Int? {
    if let known = tags[text] { return known }
    let place = ClimbTag(stored: text).map { tag in
      totals.tags.append(tag)
      return totals.tags.count - 1
    }
    tags[text] = .some(place)
    return place
  }

  /// Goes on to a climb; false when it is not among those that count.
  private func find(_ id: RecordID, from place: inout Int) -> Bool {
    while place < totals.climbs.count, totals.climbs[place].id.record < id { place += 1 }
    return place < totals.climbs.count && totals.climbs[place].id.record == id
  }
}
