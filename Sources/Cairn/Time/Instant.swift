/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Arithmetic saturates at ±``Milliseconds/maximum``, about 8,900 years from 1970, so that no stored
/// value can trap.
public struct Instant: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z, at most ``Milliseconds/maximum`` before or after it.
  public let milliseconds: Int64

  /// Creates an instant from milliseconds since 1970-01-01T00:00:00Z, clamped to the valid range.
  public init(milliseconds: Int64) {
    self.milliseconds = Milliseconds(milliseconds).count
  }

  /// The first instant that a person can record: 2000-01-01T00:00:00Z (spec/sync.md F35).
  public static let earliest = Instant(milliseconds: 946_684_800_000)

  /// The end of the range that a person can record: 2100-01-01T00:00:00Z (spec/sync.md F35).
  public static let limit = Instant(milliseconds: 4_102_444_800_000)

  /// Orders earlier instants first.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the instant after a duration.
  public static func + (left: Instant, right: Milliseconds) -> Instant {
    Instant(milliseconds: left.milliseconds + right.count)
  }

  /// Returns the instant before a duration.
  public static func - (left: Instant, right: Milliseconds) -> Instant {
    Instant(milliseconds: left.milliseconds - right.count)
  }

  /// Returns the duration from `right` to `left`; negative if `left` is earlier.
  public static func - (left: Instant, right: Instant) -> Milliseconds {
    Milliseconds(left.milliseconds - right.milliseconds)
  }
}
