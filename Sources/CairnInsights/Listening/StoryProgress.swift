public import Cairn

/// How far a listener has got in a story.
public struct StoryProgress: Sendable, Equatable {
  /// What is known of a story.
  public struct Heard: Sendable {
    /// How long its audio is, or nil.
    public let duration: Milliseconds?
    /// Where the listener stopped last, or nil when no session says it.
    public let position: Milliseconds?
    /// The running time of all its sessions.
    public let time: Milliseconds
    /// How many sessions of it have ended.
    public let sessions: Int
    /// How many of them reached its end.
    public let completed: Int

    /// Gathers what is known.
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

  /// The share heard in hundredths of a percent, 0 to 10,000; nil when it cannot be told.
  public let share: Int64?
  /// Whether it was heard to its end at least once.
  public let isCompleted: Bool
  /// The tenth of the audio in which the listener is, 0 to 9; nil of one that was heard to its end,
  /// and where it cannot be told.
  public var tenth: Int? { isCompleted ? nil : share.map { Int(min($0 / 1_000, 9)) } }

  /// Tells how far it went: all of it once it was completed, else to the last place, and where no
  /// place is known as far as its running time goes.
  public init(_ heard: Heard) {
    isCompleted = heard.completed > 0
    guard !isCompleted else {
      share = 10_000
      return
    }
    let place = heard.position ?? heard.time
    share = heard.duration.flatMap {
      $0 > .zero ? min(place.count * 10_000 / $0.count, 10_000) : nil
    }
  }
}

/// Where stories are left: how many of those begun were heard to their end, and how far the others.
public struct DropOff: Sendable, Equatable {
  /// How many stories were begun.
  public let begun: Int
  /// How many of them were heard to their end.
  public let completed: Int
  /// The others by the tenth of the audio in which the listener is: the first one to the last.
  public let tenths: [Int]
  /// Those of which nobody knows how far they went.
  public let unknown: Int

  /// Counts stories; those never listened to are left out.
  public init(_ stories: [StoryProgress.Heard]) {
    let begun = stories.filter { $0.sessions > 0 }.map { StoryProgress($0) }
    var tenths = [Int](repeating: 0, count: 10)
    for tenth in begun.compactMap({ $0.tenth }) { tenths[tenth] += 1 }
    self.begun = begun.count
    completed = begun.count { $0.isCompleted }
    unknown = begun.count { $0.share == nil }
    self.tenths = tenths
  }

  /// The share of stories begun that were heard to their end.
  public var completion: Figure<Int64> {
    Figure(
      .completion,
      value: begun > 0 ? Int64(completed) * 10_000 / Int64(begun) : nil,
      count: begun,
      missing: "no story was begun"
    )
  }
}
