import Cairn
import CairnInsights

extension BarChart {
  /// The shape of a chart: documented in `docs/cli.md`.
  var json: JSON { chartJSON(self, measure, points, due: []) }
}

extension LineChart {
  /// The shape of a chart: documented in `docs/cli.md`.
  var json: JSON { chartJSON(self, measure, points, due: due) }
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
  /// The shape of a calendar: documented in `docs/cli.md`.
  func json(_ chart: some Chart) -> JSON {
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
              ("frozen", .bool(day.isFrozen))
            )
          }
        )
      )
    )
  }
}
