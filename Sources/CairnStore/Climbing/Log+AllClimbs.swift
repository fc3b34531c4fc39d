import Cairn
import CairnSQL

extension Log {
  /// Every climb with its attempts and tags, the oldest day first.
  ///
  /// Reads each table once, for exports.
  public func allClimbs() async throws -> [ClimbRow] {
    try await read { connection in
      let climbs = try AllClimbs(connection)
      let query: SQL = """
        \(fragment: ClimbQuery.columns)
        ORDER BY coalesce(session.day, climb.day), session.started_at, climb.position, climb.id
        """
      return try connection.all(query) { row in
        try climbs.row(
          of: row.id(0),
          on: row.day(1),
          at: row.textOrNil(2),
          isOutdoor: row.integerOrNil(3).map { $0 != 0 }
        )
      }.compactMap(\.self)
    }
  }
}

/// All climbs by their ids, with what belongs to them.
private struct AllClimbs {
  private var climbs: [RecordID: Climb] = [:]
  private var attempts: [RecordID: [Attempt]] = [:]
  private var marks: [RecordID: [TagMark]] = [:]

  init(_ connection: any SQLConnection) throws {
    try RecordTable.each(Climb.self, in: connection) { climbs[$0.recordID] = $0 }
    try RecordTable.each(Attempt.self, in: connection) {
      attempts[$0.climb.record, default: []].append($0)
    }
    try RecordTable.each(TagMark.self, in: connection) {
      marks[$0.climb.record, default: []].append($0)
    }
  }

  func row(
    of id: RecordID,
    on day: LocalDay,
    at place: String?,
    isOutdoor: Bool?
  ) -> ClimbRow? {
    guard let climb = climbs[id] else { return nil }
    var row = ClimbRow(climb: climb, day: day, place: place, isOutdoor: isOutdoor)
    row.attempts = (attempts[id] ?? []).sorted { ($0.number, $0.id) < ($1.number, $1.id) }
    row.marks = (marks[id] ?? []).sorted { $0.tag.text < $1.tag.text }
    return row
  }
}
