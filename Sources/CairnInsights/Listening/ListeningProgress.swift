public import Cairn

/// The progress towards a listening milestone.
public struct ListeningProgress: Sendable, Equatable {
  /// The milestone.
  public let milestone: ListeningMilestone
  /// The current value, in the unit of the milestone.
  public let value: Int64

  /// Picks the value of the milestone's measure: finished stories, seconds of the sessions that
  /// finished them, or the longest streak.
  public init(
    _ milestone: ListeningMilestone,
    stories: Int64,
    seconds: Int64,
    streak: ListeningStreak
  ) {
    self.milestone = milestone
    value =
      switch milestone.measure {
      case .stories: stories
      case .time: seconds
      case .streaks: max(streak.current, streak.longest)
      }
  }

  /// The progress in whole percent, 0 to 100, half a percent rounded up.
  public var percentage: Int64 {
    guard value < milestone.target else { return 100 }
    return (value * 200 + milestone.target) / (milestone.target * 2)
  }
}
