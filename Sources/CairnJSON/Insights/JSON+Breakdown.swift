package import Cairn
package import CairnInsights
package import CairnReports

extension Breakdown {
  package var json: JSON {
    switch self {
    case .time(let span, let series): Self.timeFields.json((span, series))
    case .items(let span, let by, let insight, let rows):
      Self.itemFields.json((span, by, insight, rows))
    }
  }

  /// The fields of one row per period.
  package static let timeFields: JSONFields<(span: Span, series: Series)> = [
    .init("period") { $0.span.name },
    .init("by") { $0.series.cadence.noun },
    .init("definition") { _ in Totals.definition },
    .init("rows") { $0.series.rows },
    .object("average", { $0.series.average }, averageFields),
  ]

  /// The fields of one row per attribute.
  package static let itemFields:
    JSONFields<(span: Span, by: String, insight: Insight, rows: [Item])> = [
      .init("period") { $0.span.name },
      .init("by") { $0.by },
      .init("definition") { $0.insight.definition },
      .init("rows") { $0.rows },
    ]
}

extension Series.Row: JSONModel {
  package static let fields = JSONFields<Series.Row>(
    named: "PeriodRow",
    [
      .init("from", \.days.lowerBound),
      .init("to", \.days.upperBound),
      .init("active_seconds", \.totals.time),
      .init("active_days", \.totals.activeDays),
      .init("sessions", \.totals.sessions),
      .init("pages", \.totals.amount),
    ]
  )
}

extension Breakdown.Item: JSONModel {
  package static let fields = JSONFields<Breakdown.Item>(
    named: "ThingRow",
    [
      .init("name", \.name),
      .init("id", .id, \.id),
      .init("seconds", \.time),
      .init("times", \.times),
      .init("pages", \.pages),
      .init("pages_per_hour_hundredths", \.pace),
      .optional("amount", meaning: "with its unit; activity kinds only", \.amount),
    ]
  )
}
