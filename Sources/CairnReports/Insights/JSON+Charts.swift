package import Cairn
package import CairnInsights

extension BarChart {
  /// The chart as JSON, documented in `docs/cli.md`.
  package var json: JSON { chartJSON(self, measure, points, due: []) }
}

extension LineChart {
  /// The chart as JSON, documented in `docs/cli.md`.
  package var json: JSON { chartJSON(self, measure, points, due: due) }
}

private func chartJSON(
  _ chart: some Chart,
  _ measure: Measure,
  _ points: [ChartPoint],
  due: [Int64]
) -> JSON {
  .members(
    ("title", .string(chart.title)),
    ("summary", .string(chart.summary)),
    ("measure", .string(measure.name)),
    ("definition", .string(Activity.definition(of: measure))),
    (
      "points",
      .array(
        points.indices.map { index in
          .members(
            ("name", .string(points[index].name)),
            ("from", .string(points[index].days.lowerBound.text)),
            ("to", .string(points[index].days.upperBound.text)),
            ("value", .integer(points[index].value)),
            ("due", due.isEmpty ? .null : .integer(due[index])),
            ("so_far", .bool(points[index].isPartial))
          )
        }
      )
    )
  )
}

extension CalendarDays {
  /// Returns the calendar as JSON, documented in `docs/cli.md`.
  package func json(_ chart: some Chart) -> JSON {
    .members(
      ("title", .string(chart.title)),
      ("summary", .string(summary)),
      ("measure", .string(measure.name)),
      ("definition", .string(Activity.definition(of: measure))),
      ("total", .integer(sum)),
      ("active_days", .integer(Int64(active))),
      ("step", .integer(shades.step)),
      (
        "days",
        .array(
          days.map { day in
            .members(
              ("day", .string(day.day.text)),
              ("value", .integer(day.value)),
              ("level", .integer(Int64(day.level))),
              ("rest_day", .bool(day.isRestDay))
            )
          }
        )
      )
    )
  }
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
