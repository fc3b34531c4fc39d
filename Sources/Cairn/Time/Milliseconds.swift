/// A length of time in whole milliseconds.
///
/// Durations of sessions count running segments only (DESIGN.md, "Days, zones, durations").
///
/// Arithmetic saturates at ±``most``, so that no stored value can trap.
public struct Milliseconds: Sendable, Hashable, Comparable {
  /// The length in milliseconds, at most ``most``; may be negative when it is a difference.
  public let count: Int64

  /// The longest there is: 2⁴⁸ milliseconds, which leaves room for a percentage of it.
  public static let most: Int64 = 1 << 48

  /// Makes a length from whole milliseconds, or the nearest there is.
  public init(_ count: Int64) {
    self.count = min(max(count, -Self.most), Self.most)
  }

  private init(_ value: Int64, times factor: Int64) {
    let most = Self.most / factor
    self.init(min(max(value, -most), most) * factor)
  }

  /// No time at all.
  public static let zero = Milliseconds(0)

  /// A length of whole seconds.
  public static func seconds(_ value: Int64) -> Milliseconds {
    Milliseconds(value, times: 1_000)
  }

  /// A length of whole minutes.
  public static func minutes(_ value: Int64) -> Milliseconds {
    Milliseconds(value, times: 60_000)
  }

  /// A length of whole hours.
  public static func hours(_ value: Int64) -> Milliseconds {
    Milliseconds(value, times: 3_600_000)
  }

  /// Whole minutes in this length, rounded down.
  public var wholeMinutes: Int64 { count / 60_000 }

  /// `H:MM:SS`, hours without a leading zero and without an upper bound (spec/reading.md D20).
  public var clockText: String {
    let seconds = max(0, count) / 1_000
    return "\(seconds / 3_600):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
  }

  /// `1h 05m`, `45m`; whole minutes, rounded down.
  public var hoursAndMinutes: String {
    let minutes = max(0, wholeMinutes)
    return minutes < 60 ? "\(minutes)m" : "\(minutes / 60)h \(padded(minutes % 60, 2))m"
  }

  /// `1h 05m`; what is shorter than a minute is not no time.
  public var length: String { self < .minutes(1) ? "under 1m" : hoursAndMinutes }

  /// Orders the shorter length first.
  public static func < (left: Milliseconds, right: Milliseconds) -> Bool {
    left.count < right.count
  }

  /// Adds two lengths.
  public static func + (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    Milliseconds(left.count + right.count)
  }

  /// Subtracts the right length from the left one.
  public static func - (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    Milliseconds(left.count - right.count)
  }

  /// Adds a length in place.
  public static func += (left: inout Milliseconds, right: Milliseconds) {
    left = left + right
  }
}
