public import Cairn

/// Consecutive weeks, months or years.
public struct Periods: Sendable, Equatable {
  /// The length of each period.
  public let cadence: Cadence
  /// The requested range of days.
  public let days: ClosedRange<LocalDay>
  /// The periods in ascending order, not clipped to `days`.
  public let all: [ClosedRange<LocalDay>]
  /// Today; the period that contains it may still grow.
  public let today: LocalDay

  /// Computes the periods that overlap a range of days.
  ///
  /// The default cadence is weekly up to 190 days, monthly up to five years, and yearly beyond.
  public init(
    _ cadence: Cadence? = nil,
    in days: ClosedRange<LocalDay>,
    today: LocalDay,
    weekStart: WeekStart
  ) {
    let length = Int64(days.upperBound - days.lowerBound) + 1
    let fitting: Cadence = length <= 190 ? .weekly : length <= 5 * 366 ? .monthly : .yearly
    self.cadence = cadence ?? fitting
    self.days = days
    self.today = today
    all = self.cadence.periods(in: days, weekStart)
  }

  /// Returns the index of the period that contains a day; nil for a day outside all periods.
  func index(of day: LocalDay) -> Int? {
    guard let first = all.first, let last = all.last, first.lowerBound <= day,
      day <= last.upperBound
    else { return nil }
    var (low, high) = (0, all.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].upperBound < day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the full name of a period: `week of Mon 5 Jan 2026`.
  public func name(_ index: Int) -> String { CalendarText.period(all[index], cadence) }

  /// Returns an axis label: `5 Jan`, or `Jan 2026` for months if the periods span several years.
  func label(_ index: Int) -> String {
    let first = all[index].lowerBound
    let isLong = all[0].lowerBound.year != all[all.count - 1].upperBound.year
    if cadence == .monthly, isLong { return "\(CalendarText.month(first)) \(first.year)" }
    return CalendarText.label(all[index], cadence)
  }

  func isPartial(_ index: Int) -> Bool { all[index].contains(today) }
}
