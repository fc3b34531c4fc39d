public import Cairn

/// A listener's progress in a story.
public struct StoryProgress: Sendable, Equatable {
  /// The totals of a story's sessions.
  public struct SessionTotals: Sendable {
    /// The duration of its audio, or nil.
    public let duration: Milliseconds?
    /// The last known position, or nil.
    public let position: Milliseconds?
    /// The total time of its sessions.
    public let time: Milliseconds
    /// The number of completed sessions.
    public let sessions: Int
    /// The number of sessions that finished the story.
    public let completed: Int

    /// Creates totals.
    public init(
      duration: Milliseconds?,
      position: Milliseconds?,
      time: Milliseconds,
      sessions: Int,
      completed: Int
    ) {
      (self.duration, self.position, self.time) = (duration, position, time)
      (self.sessions, self.completed) = (sessions, completed)
    }
  }

  /// The share listened to in hundredths of a percent, 0 to 10,000; nil if unknown.
  public let share: Int64?
  /// Whether the story was finished at least once.
  public let isCompleted: Bool
  /// The tenth of the audio of the current position, 0 to 9; nil if the story is finished or the
  /// position is unknown.
  public var tenth: Int? { isCompleted ? nil : share.map { Int(min($0 / 1_000, 9)) } }

  /// Computes the progress: everything if finished, else up to the last known position, for which the
  /// total time is the fallback.
  public init(_ totals: SessionTotals) {
    isCompleted = totals.completed > 0
    guard !isCompleted else {
      share = 10_000
      return
    }
    let position = totals.position ?? totals.time
    share = totals.duration.flatMap {
      $0 > .zero ? min(position.count * 10_000 / $0.count, 10_000) : nil
    }
  }
}

/// The numbers of finished stories, and of unfinished ones by position.
public struct DropOff: Sendable, Equatable {
  /// The number of started stories.
  public let begun: Int
  /// The number of finished stories.
  public let completed: Int
  /// The number of unfinished stories in each tenth of the audio, from the first to the last.
  public let tenths: [Int]
  /// The number of unfinished stories with an unknown position.
  public let unknown: Int

  /// Counts stories; those without a session are ignored.
  public init(_ stories: [StoryProgress.SessionTotals]) {
    let begun = stories.filter { $0.sessions > 0 }.map { StoryProgress($0) }
    var tenths = [Int](repeating: 0, count: 10)
    for tenth in begun.compactMap({ $0.tenth }) { tenths[tenth] += 1 }
    self.begun = begun.count
    completed = begun.count { $0.isCompleted }
    unknown = begun.count { $0.share == nil }
    self.tenths = tenths
  }

  /// The share of started stories that were finished.
  public var completion: Figure<Int64> {
    Figure(
      .completion,
      value: begun > 0 ? Int64(completed) * 10_000 / Int64(begun) : nil,
      count: begun,
      missing: "no stories started"
    )
  }
}
