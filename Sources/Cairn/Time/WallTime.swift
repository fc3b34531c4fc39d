/// A reading of a wall clock: a calendar day, and the time of day if it is known.
///
/// It has no time zone, so it is not an instant; Cairn never guesses one (spec/ecosystem.md 0, rule 3).
public struct WallTime: Sendable, Hashable {
  /// The calendar day.
  public let day: LocalDay
  /// The seconds after midnight by the clock, 0–86,399; nil if only the day is known.
  public let second: Int64?

  /// Creates a wall time; nil for invalid seconds.
  public init?(_ day: LocalDay, second: Int64? = nil) {
    guard second.map({ (0..<86_400).contains($0) }) ?? true else { return nil }
    (self.day, self.second) = (day, second)
  }

  /// The text form: `2026-01-05T21:14:05`, or `2026-01-05` without a time.
  public var text: String {
    guard let second else { return day.text }
    let parts = [second / 3_600, second / 60 % 60, second % 60]
    return day.text + "T" + parts.map { padded($0, 2) }.joined(separator: ":")
  }

  /// Parses ``text``; nil for anything else.
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
