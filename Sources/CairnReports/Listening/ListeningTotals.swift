public import Cairn

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

  /// Creates the row from its columns.
  package init(day: LocalDay, totals: ListeningTotals) {
    (self.day, self.totals) = (day, totals)
  }
}
