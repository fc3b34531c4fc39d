public import Cairn
import CairnSQL

/// What a listening session was of, as lists show it.
public struct ListeningSubject: Sendable, Equatable {
  /// The story.
  public let story: Identifier<Story>
  /// Whether it was heard to its end.
  public let isCompleted: Bool
  /// Where in the audio it began, or nil.
  public let startPosition: Milliseconds?
  /// Where in the audio it ended, or nil.
  public let endPosition: Milliseconds?
  /// The speed of playback in hundredths, or nil.
  public let speed: Int64?
  /// How long the audio is, or nil.
  public let duration: Milliseconds?

  /// Whether only its day is known; its time of day says nothing then.
  public let isDayOnly: Bool

  /// Reads eight columns, the sixth of which is the title; nil for a session of another kind.
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
