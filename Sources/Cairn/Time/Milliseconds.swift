/// A duration in whole milliseconds.
///
/// Durations of sessions count running segments only (DESIGN.md, "Days, zones, durations").
///
/// Arithmetic saturates at ±``maximum``, so that no stored value can trap.
public struct Milliseconds: Sendable, Hashable, Comparable {
  /// The duration in milliseconds, at most ``maximum``; may be negative for a difference.
  public let count: Int64

  /// The maximum: 2⁴⁸ milliseconds, which allows multiplication by a percentage.
  public static let maximum: Int64 = 1 << 48

  /// Whole seconds, rounded down.
  package var wholeSeconds: Int64 { count / 1_000 }

  /// Creates a duration from milliseconds, clamped to the valid range.
  public init(_ count: Int64) {
    self.count = min(max(count, -Self.maximum), Self.maximum)
  }

  private init(_ value: Int64, times factor: Int64) {
    let maximum = Self.maximum / factor
    self.init(min(max(value, -maximum), maximum) * factor)
  }

  /// The empty duration.
  public static let zero = Milliseconds(0)

  /// Returns a duration of whole seconds.
  public static func seconds(_ value: Int64) -> Milliseconds {
    Milliseconds(value, times: 1_000)
  }

  /// Returns a duration of whole minutes.
  public static func minutes(_ value: Int64) -> Milliseconds {
    Milliseconds(value, times: 60_000)
  }

  /// Returns a duration of whole hours.
  public static func hours(_ value: Int64) -> Milliseconds {
    Milliseconds(value, times: 3_600_000)
  }

  /// The whole minutes, rounded down.
  public var wholeMinutes: Int64 { count / 60_000 }

  /// The text `H:MM:SS`, with unpadded and unbounded hours (spec/reading.md D20).
  public var clockText: String {
    let seconds = max(0, count) / 1_000
    return "\(seconds / 3_600):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
  }

  /// The text of a running clock: `42:17`, and `1:02:03` from an hour on.
  public var timerText: String {
    let seconds = max(0, count) / 1_000
    guard seconds < 3_600 else { return clockText }
    return "\(seconds / 60):\(padded(seconds % 60, 2))"
  }

  /// The text `1,001h 05m` or `45m` in whole minutes, rounded down.
  public var hoursAndMinutes: String {
    let minutes = max(0, wholeMinutes)
    return minutes < 60 ? "\(minutes)m" : "\(grouped(minutes / 60))h \(padded(minutes % 60, 2))m"
  }

  /// The text `1h 05m`, or `under 1m`, so that a short duration does not look like none.
  public var length: String { self < .minutes(1) ? "under 1m" : hoursAndMinutes }

  /// Orders shorter durations first.
  public static func < (left: Milliseconds, right: Milliseconds) -> Bool {
    left.count < right.count
  }

  /// Adds two durations.
  public static func + (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    Milliseconds(left.count + right.count)
  }

  /// Subtracts the right duration from the left one.
  public static func - (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    Milliseconds(left.count - right.count)
  }

  /// Adds a duration in place.
  public static func += (left: inout Milliseconds, right: Milliseconds) {
    left = left + right
  }
}
