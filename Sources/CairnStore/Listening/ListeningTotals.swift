public import Cairn
import CairnSQL

/// Listening totals, over everything or of one day.
public struct ListeningTotals: Sendable, Equatable {
  /// The number of sessions; for a day, those that touched it.
  public var sessions: Int64 = 0
  /// The seconds of all sessions.
  public var seconds: Int64 = 0
  /// The number of sessions that finished a story.
  public var completed: Int64 = 0
  /// The seconds of those sessions.
  public var completedSeconds: Int64 = 0
  /// The number of distinct finished stories; 0 for a day, where it is not counted.
  public var stories: Int64 = 0
  /// The number of distinct stories with any session; 0 for a day.
  public var storiesStarted: Int64 = 0

  /// Creates empty totals.
  public init() {}
}

/// The listening totals of one day.
public struct ListeningDayRow: Sendable, Equatable {
  /// The day.
  public let day: LocalDay
  /// The totals of the day.
  public let totals: ListeningTotals
}

enum ListeningSums {
  static func totals(in connection: any SQLConnection) throws -> ListeningTotals {
    try connection.first(
      """
      SELECT CAST(coalesce(sum(sessions), 0) AS BIGINT) AS sessions,
        CAST(coalesce(sum(seconds), 0) AS BIGINT) AS seconds,
        CAST(coalesce(sum(completed), 0) AS BIGINT) AS completed,
        CAST(coalesce(sum(completed_seconds), 0) AS BIGINT) AS completed_seconds,
        count(CASE WHEN completed > 0 THEN 1 END) AS stories, count(*) AS stories_started
      FROM story_total
      """
    ) { row in
      var totals = try ListeningTotals(row)
      totals.stories = try row["stories"]
      totals.storiesStarted = try row["stories_started"]
      return totals
    } ?? ListeningTotals()
  }

  static func days(
    _ days: ClosedRange<LocalDay>,
    in connection: any SQLConnection
  ) throws -> [ListeningDayRow] {
    try connection.all(
      """
      SELECT day, sessions, seconds, completed, completed_seconds FROM listening_day
      WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound)
      ORDER BY day
      """
    ) { ListeningDayRow(day: try $0["day"], totals: try ListeningTotals($0)) }
  }
}

extension ListeningTotals {
  fileprivate init(_ row: any SQLRow) throws {
    (sessions, seconds, completed) = try (row["sessions"], row["seconds"], row["completed"])
    completedSeconds = try row["completed_seconds"]
  }
}

extension Log {
  /// Returns the totals over everything, from stored sums in time independent of the log's length.
  public func listeningTotals() async throws -> ListeningTotals {
    try await read { try ListeningSums.totals(in: $0) }
  }

  /// Returns the totals of each day in a range with any listening, ascending, in each session's own time zone.
  public func listeningDays(in days: ClosedRange<LocalDay>) async throws -> [ListeningDayRow] {
    try await read { try ListeningSums.days(days, in: $0) }
  }
}
