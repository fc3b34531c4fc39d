/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Arithmetic saturates at ±``Milliseconds/most``, some 8,900 years from 1970, so that no stored value
/// can trap.
public struct Instant: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z, at most ``Milliseconds/most`` before or after it.
  public let milliseconds: Int64

  /// Makes an instant from milliseconds since 1970-01-01T00:00:00Z, or the nearest there is.
  public init(milliseconds: Int64) {
    self.milliseconds = Milliseconds(milliseconds).count
  }

  /// The first instant a person may record: 2000-01-01T00:00:00Z (spec/sync.md F35).
  public static let earliest = Instant(milliseconds: 946_684_800_000)

  /// The first instant a person may no longer record: 2100-01-01T00:00:00Z (spec/sync.md F35).
  public static let limit = Instant(milliseconds: 4_102_444_800_000)

  /// Orders the earlier instant first.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant that lies a length of time later.
  public static func + (left: Instant, right: Milliseconds) -> Instant {
    Instant(milliseconds: left.milliseconds + right.count)
  }

  /// The instant that lies a length of time earlier.
  public static func - (left: Instant, right: Milliseconds) -> Instant {
    Instant(milliseconds: left.milliseconds - right.count)
  }

  /// The length of time from `right` to `left`; negative when `left` is earlier.
  public static func - (left: Instant, right: Instant) -> Milliseconds {
    Milliseconds(left.milliseconds - right.milliseconds)
  }
}
