import Cairn

/// A time of day as a wall clock shows it, in seconds since midnight.
struct ClockTime: Sendable, Equatable {
  /// 0 to 86,399.
  let second: Int64

  /// Parses `20:40`, `8:05:30`, `8am`, `8:15 pm`, `noon` and `midnight`; nil for anything else.
  ///
  /// Midnight is 00:00, the start of a day. Without am or pm the minutes are required, because `8` and
  /// `21h` could also be durations.
  init?(text: String) {
    switch text {
    case "noon": second = 43_200
    case "midnight": second = 0
    default:
      guard let value = Self.halfDay(text) ?? Self.fullDay(text) else { return nil }
      second = value
    }
  }

  private static func fullDay(_ text: String) -> Int64? {
    guard let parts = parts(Substring(text)), parts.count > 1, parts[0] < 24 else { return nil }
    return seconds(parts)
  }

  private static func halfDay(_ text: String) -> Int64? {
    guard text.hasSuffix("am") || text.hasSuffix("pm") else { return nil }
    let clock = text.dropLast(2)
    guard var parts = parts(clock.last == " " ? clock.dropLast() : clock),
      (1...12).contains(parts[0])
    else { return nil }
    parts[0] = parts[0] % 12 + (text.hasSuffix("pm") ? 12 : 0)
    return seconds(parts)
  }

  /// Parses one to three numbers: hour, minutes and seconds.
  private static func parts(_ text: Substring) -> [Int64]? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { Int64(digits: $0) }
    guard numbers.count == fields.count, (1...3).contains(fields.count),
      fields[0].utf8.count <= 2, fields.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers
  }

  private static func seconds(_ parts: [Int64]) -> Int64 {
    zip(parts, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
