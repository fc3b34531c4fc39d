public import Cairn
import CairnSQL
public import CairnReports

extension Log {
  /// Returns the totals over all stories with ended sessions, including deleted stories.
  public func listeningStories() async throws -> ListeningStories {
    try await read { connection in
      let query: SQL = """
        SELECT count(*) AS count, CAST(coalesce(sum(story_total.sessions), 0) AS BIGINT) AS sessions,
          count(story.duration) AS measured, CAST(coalesce(sum(story.duration), 0) AS BIGINT) AS duration
        FROM story_total LEFT JOIN story ON story.id = story_total.story
        """
      let found = try connection.first(query) { row in
        ListeningStories(
          count: try row["count"],
          sessions: try row["sessions"],
          measured: try row["measured"],
          duration: try row["duration"]
        )
      }
      return found ?? ListeningStories(count: 0, sessions: 0, measured: 0, duration: .zero)
    }
  }

  /// Returns the local hour, 0 to 23, at which each session started, latest first.
  ///
  /// Skips sessions with only a known day.
  public func listeningStartHours(in zone: ZoneRules) async throws -> [UInt8] {
    try await read { connection in
      let query: SQL = """
        SELECT started_at FROM listening WHERE is_open = 0 AND is_day_only = 0
        ORDER BY started_at DESC, session DESC
        """
      return try (connection.values(query) as [Instant]).map { start in
        let clock = zone.wallClock(at: start)
        return UInt8(floorRemainder(floorDivide(clock, 3_600_000), 24))
      }
    }
  }
}
