public import Cairn
public import CairnSQL

/// The table `listening`: what was listened to, and what listening apps are told of it.
public struct ListeningTable: SessionTable {
  /// Makes the table.
  public init() {}

  /// `listening`, and the sums of it by day and by story.
  public var tables: [ProjectedTable] {
    [
      ProjectedTable("listening", key: "session"), ProjectedTable("listening_day", key: "day"),
      ProjectedTable("story_total", key: "story"),
    ]
  }

  /// Adds the row of a listening session.
  public func insert(_ session: Session<Listening>, in connection: any SQLConnection) throws {
    let detail = session.detail
    try connection.run(
      """
      INSERT INTO listening (session, story, started_at, ended_at, seconds, is_completed, is_open,
        start_position, end_position, speed, is_day_only)
      VALUES (\(session.id), \(detail.story), \(session.reportedStart), \(session.reportedEnd),
        \(session.seconds), \(detail.isCompleted), \(!session.timeline.isEnded),
        \(detail.startPosition), \(detail.endPosition), \(detail.speed),
        \(detail.isDayOnly))
      """
    )
  }

  /// Removes the row of a listening session.
  public func remove(_ id: SessionID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM listening WHERE session = \(id)")
  }
}
