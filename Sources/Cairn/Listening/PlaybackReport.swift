/// The report of one playback so far, for a log or a server.
///
/// All reports of one playback have the same ID, story and start; later ones have equal or larger
/// numbers. A receiver that keeps the maximum of each number is correct for any order and any number
/// of repetitions (spec/listening.md T1, T2).
public struct PlaybackReport: Sendable, Hashable {
  /// The ID of the playback, also the ID of its session and the key under which it is sent.
  public let id: String
  /// The story, as the player identifies it.
  public let story: String
  /// When it was first audible.
  public let startedAt: Instant
  /// When it was last audible; at least `listened` after the start.
  public let endedAt: Instant
  /// The time listened by the clock, without pauses and at any rate.
  public let listened: Milliseconds
  /// The amount of audio played: equal to `listened` at normal speed, twice that at double speed.
  public let content: Milliseconds
  /// The latest playback rate in hundredths.
  public let rate: Int64
  /// Whether the listener reached the end of the story.
  public let isCompleted: Bool
  /// Whether the playback has ended; no other report of it will follow.
  public let isFinal: Bool

  /// The whole seconds listened, rounded down: never more than the time between start and end.
  public var seconds: Int64 { listened.count / 1_000 }

  /// The whole seconds of audio played, rounded down.
  public var contentSeconds: Int64 { content.count / 1_000 }
}
