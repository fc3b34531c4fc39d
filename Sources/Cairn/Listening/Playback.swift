/// One playback of a story, from the first audible frame until its end.
public struct Playback: Sendable, Hashable {
  /// The ID of the playback.
  public let id: String
  /// The story.
  public let story: String
  /// The length of the whole story; nil if unknown.
  public internal(set) var length: Milliseconds?
  /// When it was first audible.
  public var startedAt: Instant { start.now }
  /// The latest time at which it was known to be audible.
  public internal(set) var endedAt: Instant
  /// The time listened, by the clock.
  public internal(set) var listened = Milliseconds.zero
  /// The amount of audio played.
  public internal(set) var content = Milliseconds.zero
  /// The current position in the story.
  public internal(set) var position = Milliseconds.zero
  /// The playback rate in hundredths.
  public internal(set) var rate: Int64
  /// The clock reading up to which all time is counted; nil while nothing is audible.
  public internal(set) var counted: ClockReading?

  let start: ClockReading

  init(id: String, story: String, start: ClockReading, rate: Int64) {
    self.id = id
    self.story = story
    self.start = start
    self.rate = rate
    endedAt = start.now
  }

  /// Whether the story is audible now.
  public var isAudible: Bool { counted != nil }

  /// Whether the position is at the end: in the last ten seconds, or the last 5 % if that is less.
  ///
  /// This part is music and credits (spec/listening.md T20).
  public var isAtEnd: Bool {
    guard let length, length > .zero else { return false }
    return position >= length - min(.seconds(10), Milliseconds(length.count / 20))
  }
}

extension Playback {
  /// Counts the time listened since the last reading.
  mutating func advance(to reading: ClockReading) {
    guard let counted else { return }
    let ran = reading.elapsed(since: counted)
    // Whatever the wall clock shows, a playback is at least as long as the time listened.
    endedAt = max(endedAt + ran, wall(at: reading))
    listened += ran
    content += paced(ran)
    position += paced(ran)
    self.counted = reading
  }

  private func paced(_ ran: Milliseconds) -> Milliseconds {
    Milliseconds(ran.count * rate / 100)
  }

  /// Returns whether playback has been paused so long that the next sound starts a new session.
  func isOver(at reading: ClockReading) -> Bool {
    !isAudible && wall(at: reading) - endedAt > PlaybackTracker.longestPause
  }

  /// Returns the wall-clock time as if the clock had not been set since the start.
  private func wall(at reading: ClockReading) -> Instant {
    reading.measured(since: start).map { startedAt + $0 } ?? reading.now
  }

  /// Returns the report so far; nil if the playback is too short to count.
  func report(isCompleted: Bool = false, isFinal: Bool) -> PlaybackReport? {
    guard listened >= PlaybackTracker.minimum else { return nil }
    return PlaybackReport(
      id: id,
      story: story,
      startedAt: startedAt,
      endedAt: endedAt,
      listened: listened,
      content: content,
      rate: rate,
      isCompleted: isFinal && (isCompleted || isAtEnd),
      isFinal: isFinal
    )
  }
}
