import Cairn
import CairnInsights
package import CairnReports

extension TodayFigures: JSONModel {
  package static let fields: JSONFields<TodayFigures> = [
    .init("day", \.day),
    .init("active_seconds", \.totals.time),
    .init("non_overlapping_seconds", \.netTime.time),
    .init("sessions", \.totals.sessions),
    .init("pages", \.pages),
    .init("definition") { _ in Totals.definition },
    .init("non_overlapping_definition") { _ in Insight.netTime.definition },
    .object(
      "streak",
      \.streak,
      [
        .init("current", \.current),
        .init("longest", \.longest),
        .init("open_today", \.isOpen),
        .init("definition", \.definition),
      ]
    ),
  ]
}
