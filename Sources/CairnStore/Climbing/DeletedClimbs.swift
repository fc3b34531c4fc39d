import Cairn
import CairnSQL
public import CairnReports

extension Log {
  /// Returns deleted climbs, newest first, except those of deleted sessions.
  public func deletedClimbs() async throws -> [DeletedClimbRow] {
    try await read { connection in
      var climbs: [Climb] = []
      try RecordTable.each(Climb.recordKind, in: connection) { record in
        guard record.deletion == Deletion.byPerson,
          let climb = try? Climb(recordID: record.id, fields: record.fields)
        else { return }
        climbs.append(climb)
      }
      return try climbs.compactMap { climb in
        try Self.day(of: climb, in: connection).map { DeletedClimbRow(climb: climb, day: $0) }
      }.sorted { ($0.day, $0.climb.id) > ($1.day, $1.climb.id) }
    }
  }

  private static func day(of climb: Climb, in connection: any SQLConnection) throws -> LocalDay? {
    switch climb.climbContext {
    case .day(let day, _, _): day
    case .session(let id):
      try connection.value("SELECT day FROM session WHERE id = \(id)")
    }
  }
}
