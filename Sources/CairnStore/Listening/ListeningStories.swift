public import Cairn
import CairnSQL

/// The totals over all stories with listening sessions.
public struct ListeningStories: Sendable, Equatable {
  /// The number of stories.
  public let count: Int64
  /// The number of their sessions.
  public let sessions: Int64
  /// The number of stories with a known audio duration.
  public let measured: Int64
  /// The total duration of those.
  public let duration: Milliseconds
}

extension Log {
  /// Returns the totals over all stories with ended sessions, including deleted stories.
  public func listeningStories() async throws -> ListeningStories {
    try await read { connection in
      let query: SQL = """
        SELECT count(*), CAST(coalesce(sum(story_total.sessions), 0) AS BIGINT),
          count(story.duration), CAST(coalesce(sum(story.duration), 0) AS BIGINT)
        FROM story_total LEFT JOIN story ON story.id = story_total.story
        """
      let found = try connection.first(query) { row in
        ListeningStories(
          count: try row.integer(0),
          sessions: try row.integer(1),
          measured: try row.integer(2),
          duration: Milliseconds(try row.integer(3))
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
      return try connection.all(query) { row in
        let clock = zone.wallClock(at: try row.instant(0))
        return UInt8(floorRemainder(floorDivide(clock, 3_600_000), 24))
      }
    }
  }
}
