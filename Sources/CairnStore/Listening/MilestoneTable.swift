public import Cairn
import CairnSQL

/// The table `milestone`.
struct MilestoneProjection: ThingProjection {
  typealias Thing = ReachedMilestone
  let tables = [ProjectedTable("milestone", key: "name")]

  func insert(_ reached: ReachedMilestone, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO milestone (name, at, session, is_told)
      VALUES (\(reached.milestone.name), \(reached.at), \(reached.session), \(reached.isTold))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let reached = try ReachedMilestone(recordID: record.id, fields: record.fields)
    try context.connection.run("DELETE FROM milestone WHERE name = \(reached.milestone.name)")
  }
}

enum MilestoneTable {
  static func all(in connection: any SQLConnection) throws -> [ReachedMilestone] {
    let query: SQL = "SELECT name, at, session, is_told FROM milestone ORDER BY name"
    return try connection.all(query) { row -> ReachedMilestone? in
      guard let milestone = ListeningMilestone(name: try row.text(0)) else { return nil }
      let session = SessionID(try row.id(2))
      var reached = ReachedMilestone(milestone, at: try row.instant(1), by: session)
      reached.isTold = try row.integer(3) != 0
      return reached
    }.compactMap(\.self)
  }
}

extension Log {
  /// The milestones of listening that were reached, in no particular order.
  public func reachedMilestones() async throws -> [ReachedMilestone] {
    try await read { try MilestoneTable.all(in: $0) }
  }
}
