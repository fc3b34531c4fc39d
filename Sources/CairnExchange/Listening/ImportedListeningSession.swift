public import Cairn

/// A listening session from another app.
public struct ImportedListeningSession: Sendable, Equatable {
  /// The line of the file, from 1; 0 if there is none.
  public let line: Int
  /// The stable key across imports from its source.
  public let key: [String]
  /// The start time or the day.
  public let time: ListeningStartTime
  /// The listening time without pauses, above 0.
  public let length: Milliseconds
  /// The start position in the audio, or nil.
  public var startPosition: Milliseconds?
  /// The end position in the audio, or nil.
  public var endPosition: Milliseconds?
  /// The playback speed in hundredths, or nil.
  public var speed: Int64?
  /// Whether the story was finished.
  public var isCompleted = false
  /// The time zone; nil if the source has none.
  public var zone: String?
  /// The time of the last change in the source, or nil.
  public var version: Instant?
  /// The original data as canonical JSON.
  public let raw: String

  init(line: Int, key: [String], time: ListeningStartTime, length: Milliseconds, raw: String) {
    (self.line, self.key, self.time, self.length, self.raw) = (line, key, time, length, raw)
  }
}

/// The time of a listening session; some apps store only the day.
public enum ListeningStartTime: Sendable, Equatable {
  /// The start time.
  case instant(Instant)
  /// A calendar day.
  case day(LocalDay)
}
