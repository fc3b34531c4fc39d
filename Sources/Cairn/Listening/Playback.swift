/// One listening to one story, from its first audible frame until it is ended.
public struct Playback: Sendable, Hashable {
  /// Names the play.
  public let id: String
  /// The story.
  public let story: String
  /// The length of the whole story; nil when it is not known.
  public internal(set) var length: Milliseconds?
  /// When it was first heard.
  public var startedAt: Instant { start.now }
  /// When it was last known to be heard.
  public internal(set) var endedAt: Instant
  /// How long it was heard.
  public internal(set) var listened = Milliseconds.zero
  /// How much of the story was heard.
  public internal(set) var content = Milliseconds.zero
  /// Where in the story it is.
  public internal(set) var position = Milliseconds.zero
  /// The pace in hundredths.
  public internal(set) var rate: Int64
  /// The reading up to which everything is counted; nil while nothing is heard.
  public internal(set) var counted: ClockReading?

  let start: ClockReading

  init(id: String, story: String, start: ClockReading, rate: Int64) {
    self.id = id
    self.story = story
    self.start = start
    self.rate = rate
    endedAt = start.now
  }

  /// Whether the story is heard right now.
  public var isHeard: Bool { counted != nil }

  /// Whether the place is that of the end: its last ten seconds, or twentieth if that is less.
  ///
  /// What is heard there is music and names (spec/listening.md T20).
  public var isAtEnd: Bool {
    guard let length, length > .zero else { return false }
    return position >= length - min(.seconds(10), Milliseconds(length.count / 20))
  }
}

extension Playback {
  /// Counts what was heard since the last reading.
  mutating func advance(to reading: ClockReading) {
    guard let counted else { return }
    let ran = reading.elapsed(since: counted)
    // Whatever the wall says, a play is at least as long as what was heard of it.
    endedAt = max(endedAt + ran, wall(at: reading))
    listened += ran
    content += paced(ran)
    position += paced(ran)
    self.counted = reading
  }

  private func paced(_ ran: Milliseconds) -> Milliseconds {
    Milliseconds(ran.count * rate / 100)
  }

  /// Whether it has stood still for so long that what comes now is another sitting.
  func isOver(at reading: ClockReading) -> Bool {
    !isHeard && wall(at: reading) - endedAt > PlaybackTracker.longestPause
  }

  /// The time on the wall as it would be had nobody set the clock since the start.
  private func wall(at reading: ClockReading) -> Instant {
    reading.measured(since: start).map { startedAt + $0 } ?? reading.now
  }

  /// What there is to tell; nil for a play too short to be one.
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
