public import Foundation

/// The totals of a listener in a server response (spec/listening.md 1.5).
public struct UserAnalytics: Codable, Sendable, Hashable {
  /// The number of distinct stories that were completed.
  public let totalStoriesListened: Int
  /// The seconds of completed sessions.
  public let totalListeningTimeSeconds: Int
  /// The current streak in days, up to today or yesterday.
  public let currentStreak: Int
  /// The longest streak in days.
  public let longestStreak: Int
  /// UTC midnight of the last day with a completed session; nil if there is none.
  public let lastListeningDate: Date?

  /// Creates totals, for previews and tests.
  public init(
    totalStoriesListened: Int,
    totalListeningTimeSeconds: Int,
    currentStreak: Int,
    longestStreak: Int,
    lastListeningDate: Date?
  ) {
    self.totalStoriesListened = totalStoriesListened
    self.totalListeningTimeSeconds = totalListeningTimeSeconds
    self.currentStreak = currentStreak
    self.longestStreak = longestStreak
    self.lastListeningDate = lastListeningDate
  }

  /// The whole minutes of listening, rounded down.
  public var totalListeningTimeMinutes: Int { totalListeningTimeSeconds / 60 }

  /// The hours of listening.
  public var totalListeningTimeHours: Double { Double(totalListeningTimeSeconds) / 3_600 }
}
