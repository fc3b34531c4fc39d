/// A time of day as a wall clock shows it, in seconds since midnight of its day.
package struct ClockTime: Sendable, Equatable {
  /// 0 to 86,399; 24 to 36 hours for the early hours after the night of a day.
  package let second: Int64

  /// Parses `20:40`, `8:05:30`, `20.40`, `20h40`, `8am`, `8:15 pm`, `noon` and `midnight`; nil for anything else.
  ///
  /// Midnight is 00:00, the start of a day. Without am or pm the minutes are required, because `8` and `21h` could also
  /// be durations, unless `bareHour` is true.
  package init?(text: String, bareHour: Bool = false) {
    switch text {
    case "noon": second = 43_200
    case "midnight": second = 0
    default:
      guard let value = Self.halfDay(text) ?? Self.fullDay(text, bareHour) else { return nil }
      second = value
    }
  }

  /// Parses a time in a part of a day, where `8` and `8:30` need no am or pm.
  package init?(text: String, in part: DayPart) {
    guard let clock = ClockTime(text: text, bareHour: true) else { return nil }
    let isExact = text.hasSuffix("m") || text.hasSuffix("noon") || text.hasSuffix("night")
    self.init(second: part.second(clock.second, isExact: isExact))
  }

  private init(second: Int64) { self.second = second }

  private static func fullDay(_ text: String, _ bareHour: Bool) -> Int64? {
    guard let parts = parts(Substring(text)), parts.count > (bareHour ? 0 : 1), parts[0] < 24
    else { return nil }
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
    let marks: [Character] = ["h", "."]
    let separator = marks.first { text.contains($0) } ?? ":"
    let fields = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = fields.compactMap { Int64(digits: $0) }
    guard numbers.count == fields.count, (1...(separator == ":" ? 3 : 2)).contains(fields.count),
      fields[0].utf8.count <= 2, fields.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers
  }

  private static func seconds(_ parts: [Int64]) -> Int64 {
    zip(parts, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
