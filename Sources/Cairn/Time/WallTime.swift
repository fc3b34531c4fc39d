/// What a clock on the wall showed: a civil day, and the time of it when that is known.
///
/// Without a zone it is no instant, and never becomes one by guessing (spec/ecosystem.md 0, rule 3).
public struct WallTime: Sendable, Hashable {
  /// The day the clock showed.
  public let day: LocalDay
  /// Seconds since the clock showed midnight, 0–86,399; nil when only the day is known.
  public let second: Int64?

  /// Makes a time; nil for seconds that no clock shows.
  public init?(_ day: LocalDay, second: Int64? = nil) {
    guard second.map({ (0..<86_400).contains($0) }) ?? true else { return nil }
    (self.day, self.second) = (day, second)
  }

  /// `2026-01-05T21:14:05`, or `2026-01-05` without a time.
  public var text: String {
    guard let second else { return day.text }
    let parts = [second / 3_600, second / 60 % 60, second % 60]
    return day.text + "T" + parts.map { padded($0, 2) }.joined(separator: ":")
  }

  /// Reads what ``text`` writes; nil for anything else.
  public init?(text: String) {
    var reader = DigitReader(text)
    guard let day = reader.day() else { return nil }
    var second: Int64?
    if reader.skip("T") {
      guard let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
        reader.skip(":"), let rest = reader.number(2), minute < 60, rest < 60
      else { return nil }
      second = hour * 3_600 + minute * 60 + rest
    }
    guard reader.isAtEnd else { return nil }
    self.init(day, second: second)
  }
}
