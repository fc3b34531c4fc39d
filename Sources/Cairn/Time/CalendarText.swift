/// English names of days, weeks, months and years.
///
/// Months are words, which no reader can mistake for days; so there is one order.
public enum CalendarText {
  /// `January` to `December`.
  public static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// `Monday` to `Sunday`.
  public static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// Returns the weekday names in the order of the week, such as `Mon` to `Sun`.
  public static func weekdays(from start: WeekStart) -> [String] {
    start.weekdays.map { String(weekdays[$0 - 1].prefix(3)) }
  }

  /// `Monday`.
  public static func weekday(_ day: LocalDay) -> String { weekdays[Int(day.weekday) - 1] }

  /// `Mon 5 Jan 2026`.
  public static func day(_ day: LocalDay) -> String { self.day(day, in: nil) }

  /// Returns `Mon 5 Jan 2026`; without the year if it is `year`.
  public static func day(_ day: LocalDay, in year: Int32?) -> String {
    "\(weekday(day).prefix(3)) \(short(day, in: year))"
  }

  /// Returns `5 Jan 2026`; without the year if it is `year`.
  public static func short(_ day: LocalDay, in year: Int32?) -> String {
    day.year == year ? short(day) : "\(short(day)) \(day.year)"
  }

  /// Returns `Mon 5 Jan 2026`, `January 2026` or `2026`.
  public static func date(_ date: PartialDay) -> String {
    if let day = date.day { return self.day(day) }
    return date.month == nil ? "\(date.year)" : monthAndYear(date.first)
  }

  /// Returns `5 Jan 2026`, `January 2026` or `2026`, for narrow columns.
  public static func short(_ date: PartialDay) -> String {
    date.day.map { short($0, in: nil) } ?? self.date(date)
  }

  /// Returns `Mon 5 Jan 2026 to Sun 11 Jan 2026`, or a single day.
  public static func days(_ days: ClosedRange<LocalDay>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    return first == last ? day(first) : "\(day(first)) to \(day(last))"
  }

  /// `5 Jan`.
  public static func short(_ day: LocalDay) -> String { "\(day.civil.day) \(month(day))" }

  /// `Jan`.
  public static func month(_ day: LocalDay) -> String {
    String(months[Int(day.civil.month) - 1].prefix(3))
  }

  /// `January 2026`.
  public static func monthAndYear(_ day: LocalDay) -> String {
    "\(months[Int(day.civil.month) - 1]) \(day.year)"
  }

  /// Returns a period in full: `Mon 5 Jan 2026`, `week of Mon 5 Jan 2026`, `January 2026`, `2026`.
  public static func period(_ days: ClosedRange<LocalDay>, _ cadence: Cadence) -> String {
    let first = days.lowerBound
    return switch cadence {
    case .weekly: "week of \(day(first))"
    case .monthly: monthAndYear(first)
    case .yearly: "\(first.year)"
    default: day(first)
    }
  }

  /// Returns a period in the short form of an axis label: `5 Jan`, `Jan`, `2026`.
  public static func label(_ days: ClosedRange<LocalDay>, _ cadence: Cadence) -> String {
    let first = days.lowerBound
    return switch cadence {
    case .monthly: month(first)
    case .yearly: "\(first.year)"
    default: short(first)
    }
  }
}
