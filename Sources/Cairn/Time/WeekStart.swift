/// The first day of a person's week: the single rule for grouping days into weeks.
///
/// A week has no number and belongs to no year. It is identified by its first day, so that a week
/// across two years needs no special case (spec/reading.md D68).
public struct WeekStart: Named {
  /// The stored name, the day in English: `monday`.
  public let name: String
  /// The day, 1 for Monday to 7 for Sunday (ISO 8601).
  public let weekday: Int32

  private init(_ name: String, _ weekday: Int32) {
    self.name = name
    self.weekday = weekday
  }

  /// Monday, as in ISO 8601: the default.
  public static let monday = WeekStart("monday", 1)

  /// All seven days, Monday first.
  public static let all = [
    monday, WeekStart("tuesday", 2), WeekStart("wednesday", 3), WeekStart("thursday", 4),
    WeekStart("friday", 5), WeekStart("saturday", 6), WeekStart("sunday", 7),
  ]

  /// Returns the week that contains a day, from its first day to its last.
  public func week(of day: LocalDay) -> ClosedRange<LocalDay> {
    let first = day - dayIndex(of: day)
    return first...(first + 6)
  }

  /// Returns the position of a day in its week, from 0 to 6.
  public func dayIndex(of day: LocalDay) -> Int32 { (day.weekday - weekday + 7) % 7 }

  /// The weekdays in order, each 1 for Monday to 7 for Sunday.
  public var weekdays: [Int] { (0..<7).map { (Int(weekday) - 1 + $0) % 7 + 1 } }

  /// Returns the number of weeks between the weeks of two days; negative if the other is earlier.
  public func weeks(from day: LocalDay, to other: LocalDay) -> Int {
    Int(week(of: other).lowerBound - week(of: day).lowerBound) / 7
  }
}
