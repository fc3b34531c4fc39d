/// A simultaneous reading of the wall clock and the monotonic clock.
///
/// Take one reading per event, before any `await`, so that all numbers of a report refer to the
/// same moment (spec/listening.md T4).
public struct ClockReading: Sendable, Hashable {
  /// The wall-clock time.
  public let now: Instant
  /// The monotonic clock; nil if there is none.
  public let mark: ClockMark?

  /// Creates a reading.
  public init(now: Instant, mark: ClockMark?) {
    self.now = now
    self.mark = mark
  }

  /// Returns the time since an earlier reading, never negative.
  ///
  /// Uses the monotonic clock if both readings are from the same boot of a device, otherwise the wall
  /// clock.
  public func elapsed(since earlier: ClockReading) -> Milliseconds {
    max(.zero, measured(since: earlier) ?? now - earlier.now)
  }

  /// Returns the monotonic time since an earlier reading; nil if they cannot be compared.
  func measured(since earlier: ClockReading) -> Milliseconds? {
    guard let mark, let before = earlier.mark, mark.boot == before.boot else { return nil }
    return mark.elapsed - before.elapsed
  }
}
