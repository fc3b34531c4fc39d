/// How often something comes round: each day, week, month or year.
public struct Cadence: Sendable, Hashable {
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
  /// Each week from Monday to Sunday (ISO 8601).
  public static let weekly = Cadence("weekly", "week")
  /// Each calendar month.
  public static let monthly = Cadence("monthly", "month")
  /// Each calendar year.
  public static let yearly = Cadence("yearly", "year")

  /// All four, the shortest first.
  public static let all = [daily, weekly, monthly, yearly]

  /// The cadence with a stored name; nil for one that is not known.
  public init?(name: String) {
    guard let cadence = Self.all.first(where: { $0.name == name }) else { return nil }
    self = cadence
  }

  /// The period that holds a day, from its first day to its last.
  ///
  /// A calendar year is whole, with all its 365 or 366 days (spec/reading.md D69).
  public func period(of day: LocalDay) -> ClosedRange<LocalDay> {
    switch self {
    case .weekly: day.monday...(day.monday + 6)
    case .monthly: day.firstOfMonth...((day.firstOfMonth + 31).firstOfMonth - 1)
    case .yearly: day.firstOfYear...((day.firstOfYear + 366).firstOfYear - 1)
    default: day...day
    }
  }

  /// The periods that touch a stretch of days, in order and without a gap.
  public func periods(in days: ClosedRange<LocalDay>) -> [ClosedRange<LocalDay>] {
    var periods = [period(of: days.lowerBound)]
    while let last = periods.last, last.upperBound < days.upperBound {
      periods.append(period(of: last.upperBound + 1))
    }
    return periods
  }
}

extension LocalDay {
  /// The first day of this day's month.
  public var firstOfMonth: LocalDay { self - (civil.day - 1) }

  /// The first of January of this day's year.
  public var firstOfYear: LocalDay {
    var first = firstOfMonth
    while first.civil.month > 1 { first = (first - 1).firstOfMonth }
    return first
  }
}
