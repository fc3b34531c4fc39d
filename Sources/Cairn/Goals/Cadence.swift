/// How often something comes round: each day, week, month or year.
public struct Cadence: Named {
  /// The stored name: `daily`.
  public let name: String
  /// What one round of it is called: `day`.
  public let noun: String

  private init(_ name: String, _ noun: String) {
    self.name = name
    self.noun = noun
  }

  /// Each civil day.
  public static let daily = Cadence("daily", "day")
  /// Seven days from the day on which the person's weeks begin.
  public static let weekly = Cadence("weekly", "week")
  /// Each calendar month.
  public static let monthly = Cadence("monthly", "month")
  /// Each calendar year.
  public static let yearly = Cadence("yearly", "year")

  /// All four, the shortest first.
  public static let all = [daily, weekly, monthly, yearly]

  /// The period that holds a day, from its first day to its last.
  ///
  /// A calendar year is whole, with all its 365 or 366 days (spec/reading.md D69).
  public func period(of day: LocalDay, _ weekStart: WeekStart) -> ClosedRange<LocalDay> {
    switch self {
    case .weekly: weekStart.week(of: day)
    case .monthly: day.wholeMonth
    case .yearly: day.wholeYear
    default: day...day
    }
  }

  /// The whole periods that touch a stretch of days, in order and without a gap.
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
