public import Cairn

/// English names of days, weeks, months and years.
public enum CalendarText {
  /// `January` to `December`.
  public static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Returns the weekday names in the order of the week, such as `Mon` to `Sun`.
  public static func weekdays(from start: WeekStart) -> [String] {
    start.weekdays.map { weekdays[$0 - 1] }
  }

  /// `Mon 5 Jan 2026`.
  public static func day(_ day: LocalDay) -> String {
    "\(weekdays[Int(day.weekday) - 1]) \(short(day)) \(day.year)"
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

extension Measure {
  /// Returns an amount with its unit: `1h 05m`, `30 pages`.
  public func text(_ amount: Int64) -> String {
    self == .minutes ? Self.hours(amount) : counted(amount)
  }

  /// Returns an amount in the short form of an axis label: `1h 30m`, `2h`, `30`.
  public func brief(_ amount: Int64) -> String {
    guard self == .minutes else { return "\(amount)" }
    return amount > 0 && amount % 60 == 0 ? "\(amount / 60)h" : Self.hours(amount)
  }

  private static func hours(_ minutes: Int64) -> String {
    let rest = minutes % 60
    return minutes < 60 ? "\(minutes)m" : "\(minutes / 60)h \(rest < 10 ? "0" : "")\(rest)m"
  }
}
