import Cairn
import CairnReports
import CairnStore

/// The totals of the days and weeks that `cairn log` lists.
///
/// They are those of `cairn stats`: the time after midnight counts for the next day.
struct LogTotals {
  /// The total of a day, or of the week that begins on it.
  struct Total {
    let day: LocalDay
    let isWeek: Bool
    let time: Milliseconds
    let sessions: Int
  }

  /// The days by the first day of their week.
  private let weeks: [LocalDay: [DayTotalRow]]
  private let weekStart: WeekStart
  /// The listed days; nil for all.
  private let period: ClosedRange<LocalDay>?

  /// The day after which the list was cut; nil if it is whole.
  private let cutDay: LocalDay?

  /// Reads the totals of the listed sessions; nil if there are none.
  ///
  /// The day and the week of the last row have none if the list was cut there.
  init?(
    of rows: [SessionRow],
    isCut: Bool,
    _ filter: SessionFilter,
    in log: Log
  ) async throws {
    guard let first = rows.map(\.day).min(), let last = rows.map(\.day).max() else { return nil }
    let weekStart = try await log.weekStart()
    self.weekStart = weekStart
    cutDay = isCut ? first : nil
    period = filter.days
    let whole = Cadence.weekly.period(of: first, weekStart).lowerBound
    let end = Cadence.weekly.period(of: last, weekStart).upperBound
    var all = filter
    all.days = nil
    let days = try await log.dayTotals(among: all, in: whole...end)
    weeks = Dictionary(grouping: days) { Cadence.weekly.period(of: $0.day, weekStart).lowerBound }
  }

  /// Returns what follows the last session of a day: its total if there are several, and that of its week if
  /// several days of it have sessions.
  func after(_ day: LocalDay, _ next: LocalDay?) -> [Total] {
    guard next != day, day != cutDay else { return [] }
    let week = Cadence.weekly.period(of: day, weekStart)
    let ofWeek = weeks[week.lowerBound] ?? []
    var totals = [Total(ofWeek.filter { $0.day == day }, day, isWeek: false)]
    let isListed = period.map { $0.contains(week.lowerBound) && $0.contains(week.upperBound) }
    if isListed ?? true, ofWeek.count > 1, next.map(week.contains) != true {
      totals.append(Total(ofWeek, week.lowerBound, isWeek: true))
    }
    return totals.filter { $0.sessions > 1 }
  }
}

extension LogTotals.Total {
  fileprivate init(_ days: [DayTotalRow], _ day: LocalDay, isWeek: Bool) {
    (self.day, self.isWeek) = (day, isWeek)
    time = days.reduce(.zero) { $0 + $1.time }
    sessions = days.reduce(0) { $0 + $1.sessions }
  }
}
