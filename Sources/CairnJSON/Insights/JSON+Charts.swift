package import Cairn
package import CairnInsights
package import CairnStore

/// A bar or line chart as JSON, documented in `docs/cli.md`.
package struct ChartReport: JSONModel {
  /// The drawn chart.
  package let chart: any Chart
  let measure: Measure
  let points: [ChartPoint]
  /// The running total that is due at each point; empty without a goal.
  let due: [Int64]

  private init(_ chart: BarChart) {
    (self.chart, measure, points, due) = (chart, chart.measure, chart.points, [])
  }

  private init(_ chart: LineChart) {
    (self.chart, measure, points, due) = (chart, chart.measure, chart.points, chart.due)
  }

  /// The names of the charts: one per cadence, and the running total of a year.
  package static let names = Cadence.all.map { $0.noun + "s" } + ["total"]

  /// Draws the chart of a name over some days, or over its latest ones; the total is that of the year of the first day.
  package init(
    _ name: String,
    _ activity: Activity,
    _ measure: Measure,
    in days: ClosedRange<LocalDay>?,
    today: LocalDay,
    _ log: Log
  ) async throws {
    let weekStart = try await log.weekStart()
    guard let cadence = Cadence.all.first(where: { $0.noun + "s" == name }) else {
      let day = days?.lowerBound ?? today
      let goal = try await Goals(of: log).target(measure, .yearly, on: day)
      self.init(
        LineChart(activity, measure, year: day, goal: goal, today: today, weekStart: weekStart)
      )
      return
    }
    let days = days ?? cadence.recent(activity, until: today)
    self.init(
      BarChart(activity, measure, cadence, in: days, today: today, weekStart: weekStart)
    )
  }

  package static let fields: JSONFields<ChartReport> = [
    .init("title", \.chart.title),
    .init("summary", \.chart.summary),
    .init("measure", \.measure),
    .init("definition") { Activity.definition(of: $0.measure) },
    .list(
      "points",
      { chart in
        chart.points.indices.map { (chart.points[$0], chart.due.isEmpty ? nil : chart.due[$0]) }
      },
      pointFields
    ),
  ]

  private static let pointFields: JSONFields<(point: ChartPoint, due: Int64?)> = [
    .init("name") { $0.point.name },
    .init("from") { $0.point.days.lowerBound },
    .init("to") { $0.point.days.upperBound },
    .init("value") { $0.point.value },
    .init("due") { $0.due },
    .init("so_far") { $0.point.isPartial },
  ]
}

/// The days of a calendar with the title of its chart, documented in `docs/cli.md`.
package struct CalendarReport: JSONModel {
  let calendar: CalendarDays
  /// The drawn chart: a year or a month.
  package let chart: any Chart

  /// Draws the year or the month of a day, with the rest days of a log.
  package init(
    _ activity: Activity,
    _ measure: Measure,
    _ day: LocalDay,
    isYear: Bool,
    today: LocalDay,
    _ log: Log
  ) async throws {
    let (restDays, start) = (Set(try await log.restDays()), try await log.weekStart())
    if isYear {
      let chart = YearHeatmap(
        activity,
        measure,
        year: day,
        restDays: restDays,
        today: today,
        weekStart: start
      )
      (self.chart, calendar) = (chart, chart.calendar)
    } else {
      let chart = MonthCalendar(
        activity,
        measure,
        month: day,
        restDays: restDays,
        today: today,
        weekStart: start
      )
      (self.chart, calendar) = (chart, chart.calendar)
    }
  }

  package static let fields: JSONFields<CalendarReport> = [
    .init("title", \.chart.title),
    .init("summary", \.calendar.summary),
    .init("measure", \.calendar.measure),
    .init("definition") { Activity.definition(of: $0.calendar.measure) },
    .init("total", \.calendar.sum),
    .init("active_days", \.calendar.active),
    .init("step", \.calendar.shades.step),
    .list(
      "days",
      \.calendar.days,
      [
        .init("day", \.day),
        .init("value", \.value),
        .init("level", .integer(0...4), \.level),
        .init("rest_day", \.isRestDay),
      ]
    ),
  ]
}

extension Cadence {
  /// Returns the default period of a chart: 30 days, 26 weeks, 12 months, or all years.
  fileprivate func recent(_ activity: Activity, until today: LocalDay) -> ClosedRange<LocalDay> {
    switch self {
    case .weekly: (today - 25 * 7)...today
    case .monthly: (today.wholeMonth.lowerBound - 330)...today
    case .yearly: min(today, first(activity) ?? today)...today
    default: (today - 29)...today
    }
  }

  private func first(_ activity: Activity) -> LocalDay? {
    let days = [activity.days.first?.day, activity.finishes.first?.days.lowerBound]
    return days.compactMap(\.self).min()
  }
}
