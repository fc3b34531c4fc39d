public import Cairn
import CairnSQL

/// What was listened to, in all or on one day.
public struct ListeningTotals: Sendable, Equatable {
  /// Sessions; on a day those that touched it.
  public var sessions: Int64 = 0
  /// The seconds of all of them.
  public var seconds: Int64 = 0
  /// Sessions in which a story was heard to its end.
  public var completed: Int64 = 0
  /// The seconds of those.
  public var completedSeconds: Int64 = 0
  /// Different stories heard to their end; 0 on a day, where they are not counted.
  public var stories: Int64 = 0
  /// Different stories that were listened to at all; 0 on a day.
  public var storiesTouched: Int64 = 0

  /// Nothing.
  public init() {}
}

/// What was listened to on one day.
public struct ListeningDayRow: Sendable, Equatable {
  /// The day.
  public let day: LocalDay
  /// What it holds.
  public let totals: ListeningTotals
}

enum ListeningSums {
  static func totals(in connection: any SQLConnection) throws -> ListeningTotals {
    try connection.first(
      """
      SELECT CAST(coalesce(sum(sessions), 0) AS BIGINT), CAST(coalesce(sum(seconds), 0) AS BIGINT),
        CAST(coalesce(sum(completed), 0) AS BIGINT),
        CAST(coalesce(sum(completed_seconds), 0) AS BIGINT),
        count(CASE WHEN completed > 0 THEN 1 END), count(*)
      FROM story_total
      """
    ) { row in
      var totals = try ListeningTotals(row, from: 0)
      totals.stories = try row.integer(4)
      totals.storiesTouched = try row.integer(5)
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
    ) { ListeningDayRow(day: try $0.day(0), totals: try ListeningTotals($0, from: 1)) }
  }
}

extension ListeningTotals {
  fileprivate init(_ row: any SQLRow, from column: Int) throws {
    sessions = try row.integer(column)
    seconds = try row.integer(column + 1)
    completed = try row.integer(column + 2)
    completedSeconds = try row.integer(column + 3)
  }
}

extension Log {
  /// What was listened to in all; read from sums, so that it takes no longer as the log grows.
  public func heardTotals() async throws -> ListeningTotals {
    try await read { try ListeningSums.totals(in: $0) }
  }

  /// What was listened to on each day of a stretch that holds anything, ascending; each session on
  /// the days of its own zone.
  public func heardDays(in days: ClosedRange<LocalDay>) async throws -> [ListeningDayRow] {
    try await read { try ListeningSums.days(days, in: $0) }
  }
}
