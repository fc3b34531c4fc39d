package import Cairn
import CairnInsights

/// The time of each kind on each day, week, month or year of a period, for a line of small bars.
package struct Sparkline: Sendable {
  /// The length of what a bar stands for.
  package let cadence: Cadence
  /// The times of each kind with any, in the order of the kinds.
  package let kinds: [(module: KindModule, times: [Milliseconds])]

  /// Creates the lines from the days of each kind: a bar a day in up to 31 days, a week in up to a year, and so on.
  package init(
    _ days: [(module: KindModule, rows: [DayTotalRow])],
    in range: ClosedRange<LocalDay>,
    weekStart: WeekStart
  ) {
    let cadence = Self.cadence(of: range.count)
    self.cadence = cadence
    kinds = days.filter { !$0.rows.isEmpty }.map { module, rows in
      let series = Series(rows.map(DayTotal.init), cadence, in: range, weekStart: weekStart)
      return (module, series.rows.map { $0.totals.time })
    }
  }

  private static func cadence(of days: Int) -> Cadence {
    switch days {
    case ...31: .daily
    case ...371: .weekly
    case ...1_700: .monthly
    default: .yearly
    }
  }

  /// The longest time.
  package var longest: Milliseconds { kinds.flatMap { $0.times }.max() ?? .zero }
}
