import Cairn
import CairnInsights
package import CairnReports

extension PeriodReport: JSONModel {
  package static let fields = JSONFields<PeriodReport>(
    named: "Report",
    [
      .init("period", \.statistics.span.name),
      .init("from") { $0.statistics.span.days?.lowerBound },
      .init("to") { $0.statistics.span.days?.upperBound },
      .init("active_seconds", \.statistics.totals.time),
      .init("active_days", \.statistics.totals.activeDays),
      .init("sessions", \.statistics.totals.sessions),
      .init("pages", \.statistics.pages),
      .list(
        "tables",
        \.tables,
        [
          .init("by") { $0.by },
          .init("definition") { $0.insight.definition },
          .init("rows") { $0.rows },
        ]
      ),
    ]
  )
}
