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

  /// Reads eight columns, the sixth of which is the title; nil if the session is of another kind.
  init?(_ row: any SQLRow, from column: Int) throws {
    guard let story = try row.idOrNil(column) else { return nil }
    self.story = Identifier(story)
    isCompleted = try row.integer(column + 1) != 0
    startPosition = try row.integerOrNil(column + 2).map { Milliseconds($0) }
    endPosition = try row.integerOrNil(column + 3).map { Milliseconds($0) }
    speed = try row.integerOrNil(column + 4)
    duration = try row.integerOrNil(column + 6).map { Milliseconds($0) }
    isDayOnly = try row.integer(column + 7) != 0
  }
}
