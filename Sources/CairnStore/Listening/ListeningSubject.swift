public import Cairn
import CairnSQL

/// The listening details of a session, for lists.
public struct ListeningSubject: Sendable, Equatable {
  /// The story.
  public let story: Identifier<Story>
  /// Whether the story was finished.
  public let isCompleted: Bool
  /// The audio position at the start, or nil.
  public let startPosition: Milliseconds?
  /// The audio position at the end, or nil.
  public let endPosition: Milliseconds?
  /// The playback speed in hundredths, or nil.
  public let speed: Int64?
  /// The audio duration, or nil.
  public let duration: Milliseconds?

  /// Whether only the day is known; the time of day is meaningless then.
  public let isDayOnly: Bool

  /// Reads the details; nil if the session is of another kind.
  init?(_ row: any SQLRow) throws {
    guard let story: Identifier<Story> = try row["story"] else { return nil }
    self.story = story
    (isCompleted, startPosition) = try (row["is_completed"], row["start_position"])
    (endPosition, speed, duration) = try (row["end_position"], row["speed"], row["duration"])
    isDayOnly = try row["is_day_only"]
  }
}
