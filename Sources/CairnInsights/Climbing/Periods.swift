public import Cairn

/// Weeks, months or years in a row, without a gap.
public struct Periods: Sendable, Equatable {
  /// How long they are.
  public let cadence: Cadence
  /// The days they were asked for.
  public let days: ClosedRange<LocalDay>
  /// Each of them, whole, ascending.
  public let all: [ClosedRange<LocalDay>]
  /// The day that is today: the period that holds it may still grow.
  public let today: LocalDay

  /// Lays out the periods that touch some days.
  ///
  /// Without a cadence they are weeks up to half a year, months up to five years, then years.
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

  /// The place of the period that holds a day; nil for a day outside all of them.
  func place(of day: LocalDay) -> Int? {
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

  /// What a period is called in full: `week of Mon 5 Jan 2026`.
  public func name(_ place: Int) -> String { CalendarText.period(all[place], cadence) }

  /// What stands below it: `5 Jan`; of the first month of a year `Jan 2026` where there are more.
  func label(_ place: Int) -> String {
    let first = all[place].lowerBound
    let isLong = all[0].lowerBound.year != all[all.count - 1].upperBound.year
    if cadence == .monthly, isLong { return "\(CalendarText.month(first)) \(first.year)" }
    return CalendarText.label(all[place], cadence)
  }

  func isPartial(_ place: Int) -> Bool { all[place].contains(today) }
}
