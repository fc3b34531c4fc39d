public import Cairn
import CairnSQL

/// What the stories that were listened to have in common.
public struct ListeningStories: Sendable, Equatable {
  /// How many there are.
  public let count: Int64
  /// Their sessions.
  public let sessions: Int64
  /// How many of them have audio of a known length.
  public let measured: Int64
  /// How long the audio of those is, together.
  public let duration: Milliseconds
}

extension Log {
  /// The stories that were listened to, those that were deleted since included.
  public func heardStories() async throws -> ListeningStories {
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

  /// The hour on the clock of a zone, 0 to 23, in which each session began, the latest first; those
  /// of which only the day is known are left out.
  public func heardHours(in zone: ZoneRules) async throws -> [UInt8] {
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
