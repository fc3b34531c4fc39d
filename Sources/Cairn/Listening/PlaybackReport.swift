/// One play as far as it is known, for a log or a server.
///
/// All reports of one play have the same id, story and start; a later one has the same or larger
/// numbers. So whoever keeps the largest of each has the truth, in whatever order and however often
/// they come (spec/listening.md T1, T2).
public struct PlaybackReport: Sendable, Hashable {
  /// Names the play: the id of its session, and the key under which it is sent.
  public let id: String
  /// The story, as whoever plays it names it.
  public let story: String
  /// When it was first heard.
  public let startedAt: Instant
  /// When it was last heard; at least `listened` after the start.
  public let endedAt: Instant
  /// How long it was heard, pauses left out, whatever the pace.
  public let listened: Milliseconds
  /// How much of the story was heard: the same at its own pace, twice as much at double pace.
  public let content: Milliseconds
  /// The last pace in hundredths.
  public let rate: Int64
  /// Whether the listener came to the end of the story.
  public let isCompleted: Bool
  /// Whether the play has ended; no other report of it will follow.
  public let isFinal: Bool

  /// Whole seconds it was heard, rounded down: never more than lie between start and end.
  public var seconds: Int64 { listened.count / 1_000 }

  /// Whole seconds of the story that were heard, rounded down.
  public var contentSeconds: Int64 { content.count / 1_000 }
}
