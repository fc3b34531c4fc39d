public import Cairn

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

  /// Creates the totals.
  package init(count: Int64, sessions: Int64, measured: Int64, duration: Milliseconds) {
    (self.count, self.sessions, self.measured) = (count, sessions, measured)
    self.duration = duration
  }
}
