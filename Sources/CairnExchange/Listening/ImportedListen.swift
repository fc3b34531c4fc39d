public import Cairn

/// A sitting with a story, as another program noted it.
public struct ImportedListen: Sendable, Equatable {
  /// The line of the file, from 1; 0 of what has none.
  public let line: Int
  /// What tells it from others of its source in every import.
  public let key: [String]
  /// When it was.
  public let time: ListenTime
  /// How long was listened, pauses left out; above 0.
  public let length: Milliseconds
  /// Where in the audio it began, or nil.
  public var startPosition: Milliseconds?
  /// Where in the audio it ended, or nil.
  public var endPosition: Milliseconds?
  /// The speed of playback in hundredths, or nil.
  public var speed: Int64?
  /// Whether the story was heard to its end.
  public var isCompleted = false
  /// The zone it was in; nil when the source does not tell.
  public var zone: String?
  /// When the source changed it last, or nil.
  public var version: Instant?
  /// How the source tells of it, as canonical JSON.
  public let raw: String

  init(line: Int, key: [String], time: ListenTime, length: Milliseconds, raw: String) {
    (self.line, self.key, self.time, self.length, self.raw) = (line, key, time, length, raw)
  }
}

/// When somebody listened: some programs know the day and no hour.
public enum ListenTime: Sendable, Equatable {
  /// A point in time at which it began.
  case instant(Instant)
  /// A day of the calendar.
  case day(LocalDay)
}
