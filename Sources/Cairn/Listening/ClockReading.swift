/// One look at both clocks: the one on the wall, and the one that nobody can set.
///
/// Taken once for each event, before anything is awaited, so that no two numbers of one report
/// come from different moments (spec/listening.md T4).
public struct ClockReading: Sendable, Hashable {
  /// What the clock on the wall shows.
  public let now: Instant
  /// What the other clock shows; nil where there is none.
  public let mark: ClockMark?

  /// Makes a reading.
  public init(now: Instant, mark: ClockMark?) {
    self.now = now
    self.mark = mark
  }

  /// The time since an earlier reading, never negative.
  ///
  /// Measured with the clock that nobody can set when both readings have it from the same start of
  /// a device, else with the clock on the wall.
  public func elapsed(since earlier: ClockReading) -> Milliseconds {
    max(.zero, measured(since: earlier) ?? now - earlier.now)
  }

  /// The same, nil unless both readings can be compared.
  func measured(since earlier: ClockReading) -> Milliseconds? {
    guard let mark, let before = earlier.mark, mark.boot == before.boot else { return nil }
    return mark.elapsed - before.elapsed
  }
}
