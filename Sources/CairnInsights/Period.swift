public import Cairn

/// A length by which days are gathered.
public struct PeriodUnit: Sendable, Hashable {
  /// `day`, `week`, `month` or `year`.
  public let name: String

  private init(_ name: String) {
    self.name = name
  }

  /// Civil days.
  public static let day = PeriodUnit("day")
  /// Seven days from the day on which the person's weeks begin.
  public static let week = PeriodUnit("week")
  /// Calendar months.
  public static let month = PeriodUnit("month")
  /// Calendar years.
  public static let year = PeriodUnit("year")

  /// All of them, the shortest first.
  public static let all = [day, week, month, year]

  /// The last day of the period in which a day lies; `weekStart` is 1 for Monday to 7.
  public func lastDay(of day: LocalDay, weekStart: Int32) -> LocalDay {
    let (year, month, _) = day.civil
    switch self {
    case .week: return day.week(from: weekStart) + 6
    case .month: return Self.firstDay(month == 12 ? year + 1 : year, month % 12 + 1) - 1
    case .year: return Self.firstDay(year + 1, 1) - 1
    default: return day
    }
  }

  /// Every period that touches `days`, ascending and cut to them, so that none of them overlap
  /// and all of them together are `days`.
  public func periods(
    in days: ClosedRange<LocalDay>,
    weekStart: Int32
  ) -> [ClosedRange<LocalDay>] {
    var periods: [ClosedRange<LocalDay>] = []
    var first = days.lowerBound
    while first <= days.upperBound {
      let last = min(days.upperBound, lastDay(of: first, weekStart: weekStart))
      periods.append(first...last)
      first = last + 1
    }
    return periods
  }

  /// How much of the period in which they lie days are, in millionths.
  func millionths(of days: ClosedRange<LocalDay>, weekStart: Int32) -> Int64 {
    let last = lastDay(of: days.lowerBound, weekStart: weekStart)
    let (year, month, _) = days.lowerBound.civil
    let first =
      switch self {
      case .week: last - 6
      case .month: Self.firstDay(year, month)
      case .year: Self.firstDay(year, 1)
      default: last
      }
    let covered = Int64(days.upperBound - days.lowerBound) + 1
    return covered * 1_000_000 / (Int64(last - first) + 1)
  }

  private static func firstDay(_ year: Int32, _ month: Int32) -> LocalDay {
    LocalDay(year: year, month: month, day: 1) ?? LocalDay(number: 0)
  }
}
