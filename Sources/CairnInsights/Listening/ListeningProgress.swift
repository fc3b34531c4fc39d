public import Cairn

/// How far it is to a milestone of listening.
public struct ListeningProgress: Sendable, Equatable {
  /// The milestone.
  public let milestone: ListeningMilestone
  /// How much there is, in the unit of the milestone.
  public let value: Int64

  /// Looks at what was listened to: stories heard to their end, seconds of those sessions, and the
  /// longest chain of days.
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

  /// Whole percents of the way, 0 to 100, half a percent rounded up.
  public var percentage: Int64 {
    guard value < milestone.target else { return 100 }
    return (value * 200 + milestone.target) / (milestone.target * 2)
  }
}
