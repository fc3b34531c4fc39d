public import Cairn
import CairnSQL

/// The table `milestone`.
struct MilestoneProjection: EntityProjection {
  typealias Entity = ReachedMilestone
  let tables: [SQLTable] = [.milestone]

  func insert(_ reached: ReachedMilestone, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO milestone (name, at, session)
      VALUES (\(reached.milestone.name), \(reached.at), \(reached.session))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let reached = try ReachedMilestone(recordID: record.id, fields: record.fields)
    try context.connection.run("DELETE FROM milestone WHERE name = \(reached.milestone.name)")
  }
}

enum MilestoneTable {
  /// Returns the milestones reached by a session that started before an instant.
  static func settled(before since: Instant, in connection: any SQLConnection) throws -> Set<String>
  {
    let query: SQL = """
      SELECT milestone.name FROM milestone JOIN session ON session.id = milestone.session
      WHERE session.started_at < \(since)
      """
    var names: Set<String> = []
    try connection.each(query) { names.insert(try $0.text(0)) }
    return names
  }

  /// Returns the reached milestones not yet reported to a listening app.
  static func unreported(in connection: any SQLConnection) throws -> [ListeningMilestone] {
    let query: SQL = """
      SELECT name FROM milestone WHERE name NOT IN (SELECT name FROM notified_milestone)
      """
    return try connection.all(query) { ListeningMilestone(name: try $0.text(0)) }
      .compactMap(\.self)
  }

  static func markReported(_ milestone: ListeningMilestone, in connection: any SQLConnection) throws
  {
    try connection.run("INSERT INTO notified_milestone (name) VALUES (\(milestone.name))")
  }
}

extension Log {
  /// Returns the reached listening milestones, in no particular order.
  public func reachedMilestones() async throws -> [ReachedMilestone] {
    try await read { connection in
      let query: SQL = "SELECT name, at, session FROM milestone ORDER BY name"
      return try connection.all(query) { row -> ReachedMilestone? in
        guard let milestone = ListeningMilestone(name: try row["name"]) else { return nil }
        return ReachedMilestone(milestone, at: try row["at"], by: try row["session"])
      }.compactMap(\.self)
    }
  }

  /// Returns the reached milestones not yet reported, and marks them as reported; each is returned only once.
  ///
  /// Not a user action: it adds no history entry and cannot be undone.
  public func claimUnreportedMilestones() async throws -> [ListeningMilestone] {
    guard try await !read(MilestoneTable.unreported).isEmpty else { return [] }
    return try await write("Milestones updated") { try $0.claimUnreportedMilestones() }
  }
}
