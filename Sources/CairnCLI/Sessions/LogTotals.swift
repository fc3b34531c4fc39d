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

  private let days: [DayTotalRow]
  private let weekStart: WeekStart
  /// The listed days; nil for all.
  private let period: ClosedRange<LocalDay>?

  /// Reads the totals; nil where only some sessions of a day are listed, by book, story or place.
  init?(of rows: [SessionRow], _ filter: SessionFilter, in log: Log) async throws {
    guard filter.entry == nil, filter.story == nil, filter.place == nil,
      let first = rows.map(\.day).min(), let last = rows.map(\.day).max()
    else { return nil }
    weekStart = try await log.weekStart()
    period = filter.days
    let whole = Cadence.weekly.period(of: first, weekStart).lowerBound
    let end = Cadence.weekly.period(of: last, weekStart).upperBound
    days = try await log.dayTotals(filter.kind, tagged: filter.tag, in: whole...end)
  }

  /// Returns what follows the last session of a day: its total if there are several, and that of its week if
  /// several days of it have sessions.
  func after(_ day: LocalDay, _ next: LocalDay?) -> [Total] {
    guard next != day else { return [] }
    let week = Cadence.weekly.period(of: day, weekStart)
    let ofWeek = days.filter { week.contains($0.day) }
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
