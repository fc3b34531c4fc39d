public import Foundation

/// The totals of a listener as a server answers them (spec/listening.md 1.5).
public struct UserAnalytics: Codable, Sendable, Hashable {
  /// How many different stories were heard to their end.
  public let totalStoriesListened: Int
  /// Seconds of the sessions that were completed.
  public let totalListeningTimeSeconds: Int
  /// Days in a row up to today, or up to yesterday.
  public let currentStreak: Int
  /// The most days in a row there ever were.
  public let longestStreak: Int
  /// Midnight, in UTC, of the last day with a completed session; nil before the first.
  public let lastListeningDate: Date?

  /// Makes totals, for previews and tests.
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

  /// Whole minutes of listening, rounded down.
  public var totalListeningTimeMinutes: Int { totalListeningTimeSeconds / 60 }

  /// Hours of listening.
  public var totalListeningTimeHours: Double { Double(totalListeningTimeSeconds) / 3_600 }
}
