import Cairn
import CairnInsights
package import CairnReports

extension Drilldown: JSONModel {
  package static let fields: JSONFields<Drilldown> = [
    .init("figure", \.insight.name),
    .init("definition", \.insight.definition),
    .init("n", \.count),
    .init("excluded", \.excluded),
    .init("sessions") { $0.parts.filter { $0.reason == nil }.flatMap(\.rows).map(\.id) },
    .list(
      "exclusions",
      \.excludedSessions,
      [.init("session") { $0.session }, .init("reason") { $0.reason }]
    ),
  ]

  private var excludedSessions: [(session: SessionID, reason: String)] {
    parts.flatMap { part in
      part.reason.map { reason in part.rows.map { ($0.id, reason) } } ?? []
    }
  }
}
