import Cairn
import CairnReports
import CairnStore

/// The totals of the days and weeks that `cairn log` lists.
///
/// They are those of `cairn stats`: the time after midnight counts for the next day, and an open session for none. A
/// note says where the listed sessions add up to something else.
struct LogTotals {
  /// The total of a day, or of the week that begins on it.
  struct Total {
    let day: LocalDay
    let isWeek: Bool
    let time: Milliseconds
    let sessions: Int
    /// The time of the listed sessions that ended.
    let listed: Milliseconds
    /// The time of the listed sessions that are open.
    let open: Milliseconds
  }

  /// The days by the first day of their week.
  private let weeks: [LocalDay: [DayTotalRow]]
  private let weekStart: WeekStart
  /// The listed days; nil for all.
  private let period: ClosedRange<LocalDay>?
  private let rows: [SessionRow]
  private let now: Instant

  /// The day after which the list was cut; nil if it is whole.
  private let cutDay: LocalDay?

  /// Reads the totals of the listed sessions; nil if there are none.
  ///
  /// The day and the week of the last row have none if the list was cut there.
  init?(
    of rows: [SessionRow],
    isCut: Bool,
    _ filter: SessionFilter,
    at now: Instant,
    in log: Log
  ) async throws {
    guard let first = rows.map(\.day).min(), let last = rows.map(\.day).max() else { return nil }
    let weekStart = try await log.weekStart()
    (self.weekStart, self.rows, self.now) = (weekStart, rows, now)
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
    var totals = [total(ofWeek.filter { $0.day == day }, day...day)]
    let isListed = period.map { $0.contains(week.lowerBound) && $0.contains(week.upperBound) }
    if isListed ?? true, ofWeek.count > 1, next.map(week.contains) != true {
      totals.append(total(ofWeek, week))
    }
    return totals.filter { $0.sessions > 1 }
  }

  private func total(_ sums: [DayTotalRow], _ days: ClosedRange<LocalDay>) -> Total {
    let own = rows.filter { days.contains($0.day) }
    return Total(
      day: days.lowerBound,
      isWeek: days.lowerBound < days.upperBound,
      time: sums.reduce(.zero) { $0 + $1.time },
      sessions: sums.reduce(0) { $0 + $1.sessions },
      listed: own.reduce(.zero) { $0 + ($1.endedAt == nil ? .zero : $1.active) },
      open: own.reduce(.zero) { $0 + ($1.endedAt == nil ? $1.timeline.active(until: now) : .zero) }
    )
  }
}

extension LogTotals.Total {
  /// What is not in the total although it is listed, or the reverse: `and 45m on the next day`; empty if they agree.
  func note(_ text: (Milliseconds) -> String) -> String {
    let period = isWeek ? "week" : "day"
    var notes: [String] = []
    if time < listed { notes.append("\(text(listed - time)) counts for the next \(period)") }
    if time > listed { notes.append("\(text(time - listed)) is from the \(period) before") }
    if open > .zero { notes.append("the open session counts once it ends") }
    return notes.map { "; \($0)" }.joined()
  }
}
