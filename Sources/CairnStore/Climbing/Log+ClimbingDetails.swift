public import Cairn
import CairnSQL

extension Log {
  /// Returns the climbing details of each session, for exports, without partners.
  ///
  /// Partner names leave the log only in a full export or on explicit request.
  public func climbingDetails() async throws -> [SessionID: Climbing] {
    let query: SQL = """
      SELECT session, discipline, is_private, is_outdoor, conditions, mental, physical, rpe, pump,
        temperature, humidity
      FROM climbing
      """
    let found = try await read { connection in
      try connection.all(query) { row -> (SessionID, Climbing) in
        (try row["session"], try Climbing(row))
      }
    }
    return Dictionary(found) { one, _ in one }
  }
}

extension Climbing {
  fileprivate init(_ row: any SQLRow) throws {
    self.init(discipline: try row.decode("discipline", Discipline.init(name:)))
    isPrivate = try row["is_private"]
    isOutdoor = try row["is_outdoor"]
    setConditions(try row["conditions"])
    let columns: [StaticString] = ["mental", "physical", "rpe", "pump", "temperature", "humidity"]
    for (scale, column) in zip(ClimbingScale.all, columns) { try set(scale, row[column]) }
  }
}
