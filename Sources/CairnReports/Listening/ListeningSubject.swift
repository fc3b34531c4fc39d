public import Cairn

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

  /// Creates the details.
  package init(
    story: Identifier<Story>,
    isCompleted: Bool,
    startPosition: Milliseconds?,
    endPosition: Milliseconds?,
    speed: Int64?,
    duration: Milliseconds?,
    isDayOnly: Bool
  ) {
    (self.story, self.isCompleted, self.startPosition) = (story, isCompleted, startPosition)
    (self.endPosition, self.speed, self.duration) = (endPosition, speed, duration)
    self.isDayOnly = isDayOnly
  }
}
