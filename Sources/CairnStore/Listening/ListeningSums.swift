public import Cairn
import CairnSQL
public import CairnReports

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
}

extension ListeningTotals {
  fileprivate init(_ row: any SQLRow) throws {
    self.init()
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
    try await read { connection in
      try connection.all(
        """
        SELECT day, sessions, seconds, completed, completed_seconds FROM listening_day
        WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        ORDER BY day
        """
      ) { ListeningDayRow(day: try $0["day"], totals: try ListeningTotals($0)) }
    }
  }
}
