/// A recurring period: each day, week, month or year.
public struct Cadence: Named {
  /// The stored name: `daily`.
  public let name: String
  /// The noun for one period: `day`.
  public let noun: String

  private init(_ name: String, _ noun: String) {
    self.name = name
    self.noun = noun
  }

  /// Each calendar day.
  public static let daily = Cadence("daily", "day")
  /// Seven days from the first day of the person's week.
  public static let weekly = Cadence("weekly", "week")
  /// Each calendar month.
  public static let monthly = Cadence("monthly", "month")
  /// Each calendar year.
  public static let yearly = Cadence("yearly", "year")

  /// All four, the shortest first.
  public static let all = [daily, weekly, monthly, yearly]

  /// Returns the period that contains a day, from its first day to its last.
  ///
  /// A year is always the whole calendar year of 365 or 366 days (spec/reading.md D69).
  public func period(of day: LocalDay, _ weekStart: WeekStart) -> ClosedRange<LocalDay> {
    switch self {
    case .weekly: weekStart.week(of: day)
    case .monthly: day.wholeMonth
    case .yearly: day.wholeYear
    default: day...day
    }
  }

  /// Returns the whole periods that overlap a range of days, in order and without gaps.
  public func periods(
    in days: ClosedRange<LocalDay>,
    _ weekStart: WeekStart
  ) -> [ClosedRange<LocalDay>] {
    var periods = [period(of: days.lowerBound, weekStart)]
    while let last = periods.last, last.upperBound < days.upperBound {
      periods.append(period(of: last.upperBound + 1, weekStart))
    }
    return periods
  }
}
