package import Cairn
package import CairnInsights
import CairnReports

/// A bar or line chart as JSON, documented in `docs/cli.md`.
package struct ChartReport: JSONModel {
  let title, summary: String
  let measure: Measure
  let points: [ChartPoint]
  /// The running total that is due at each point; empty without a goal.
  let due: [Int64]

  /// Creates the report of a bar chart.
  package init(_ chart: BarChart) {
    (title, summary, measure) = (chart.title, chart.summary, chart.measure)
    (points, due) = (chart.points, [])
  }

  /// Creates the report of a line chart.
  package init(_ chart: LineChart) {
    (title, summary, measure) = (chart.title, chart.summary, chart.measure)
    (points, due) = (chart.points, chart.due)
  }

  package static let fields: JSONFields<ChartReport> = [
    .init("title", \.title),
    .init("summary", \.summary),
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
  let title: String

  /// Creates the report.
  package init(_ calendar: CalendarDays, _ chart: some Chart) {
    (self.calendar, title) = (calendar, chart.title)
  }

  package static let fields: JSONFields<CalendarReport> = [
    .init("title", \.title),
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
  package func recent(_ activity: Activity, until today: LocalDay) -> ClosedRange<LocalDay> {
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
