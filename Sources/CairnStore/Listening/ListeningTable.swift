public import Cairn
public import CairnSQL

/// The table `listening`: the details of listening sessions.
public struct ListeningTable: SessionTable {
  /// Creates the projection.
  public init() {}

  /// The names and units of the kind.
  public var module: KindModule { .listening }

  /// `listening`, and its sums per day and per story.
  public var tables: [SQLTable] { [.listening, .listeningDay, .storyTotal] }

  /// Inserts the row of a listening session.
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

  /// Deletes the row of a listening session.
  public func remove(_ id: SessionID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM listening WHERE session = \(id)")
  }
}

enum ListeningQuery {
  /// Returns the last known position in a story; nil if it is unknown or the story was finished.
  static func lastPosition(
    in story: Identifier<Story>,
    _ connection: any SQLConnection
  ) throws -> Milliseconds? {
    let query: SQL = """
      SELECT CASE WHEN is_completed = 0 THEN end_position END FROM listening
      WHERE story = \(story) AND is_open = 0 AND (end_position IS NOT NULL OR is_completed = 1)
      ORDER BY started_at DESC, session DESC LIMIT 1
      """
    return try connection.value(query)
  }
}
