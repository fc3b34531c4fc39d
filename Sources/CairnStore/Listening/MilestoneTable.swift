public import Cairn
import CairnSQL

/// The table `milestone`.
struct MilestoneProjection: ThingProjection {
  typealias Thing = ReachedMilestone
  let tables = [ProjectedTable("milestone", key: "name")]

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
  /// The names of those reached by a session that began before a moment.
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

  static func all(in connection: any SQLConnection) throws -> [ReachedMilestone] {
    let query: SQL = "SELECT name, at, session FROM milestone ORDER BY name"
    return try connection.all(query) { row -> ReachedMilestone? in
      guard let milestone = ListeningMilestone(name: try row.text(0)) else { return nil }
      return ReachedMilestone(milestone, at: try row.instant(1), by: SessionID(try row.id(2)))
    }.compactMap(\.self)
  }

  /// Those of which no listening app was told.
  static func untold(in connection: any SQLConnection) throws -> [ListeningMilestone] {
    let query: SQL = """
      SELECT name FROM milestone WHERE name NOT IN (SELECT name FROM notified_milestone)
      """
    return try connection.all(query) { ListeningMilestone(name: try $0.text(0)) }
      .compactMap(\.self)
  }

  static func noteTold(_ milestone: ListeningMilestone, in connection: any SQLConnection) throws {
    try connection.run("INSERT INTO notified_milestone (name) VALUES (\(milestone.name))")
  }
}

extension Log {
  /// The milestones of listening that were reached, in no particular order.
  public func reachedMilestones() async throws -> [ReachedMilestone] {
    try await read { try MilestoneTable.all(in: $0) }
  }

  /// Gives the milestones that were reached and of which no listening app was told, and notes that
  /// one was told now: each is given once, however many ask.
  ///
  /// That is nothing a person did: it leaves no line in the history, and no undo takes it back.
  public func tellMilestones() async throws -> [ListeningMilestone] {
    guard try await !read(MilestoneTable.untold).isEmpty else { return [] }
    return try await write("Tell of milestones") { try $0.tellMilestones() }
  }
}
