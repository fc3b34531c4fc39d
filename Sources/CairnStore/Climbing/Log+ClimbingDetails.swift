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
      try connection.all(query) { row in (SessionID(try row.id(0)), try Climbing(row)) }
    }
    return Dictionary(found) { one, _ in one }
  }
}

extension Climbing {
  fileprivate init(_ row: any SQLRow) throws {
    self.init(discipline: try row.textOrNil(1).flatMap { Discipline(name: $0) })
    isPrivate = try row.integer(2) != 0
    isOutdoor = try row.integerOrNil(3).map { $0 != 0 }
    setConditions(try row.textOrNil(4))
    for (index, scale) in ClimbingScale.all.enumerated() {
      try set(scale, try row.integerOrNil(5 + index))
    }
  }
}
