import Cairn
package import CairnInsights
package import CairnReports

extension Nudge: JSONValue, JSONModel where Book == OpenBookRow {
  package static var fields: JSONFields<Nudge<OpenBookRow>> { nudgeFields }
}

private let nudgeFields = JSONFields<Nudge<OpenBookRow>>(
  named: "Nudge",
  [
    .init("id", \.book.id),
    .init("short", \.book.shortID),
    .init("title", \.book.title),
    .init("started", \.started),
    .init("last", \.last),
    .init("idle_days", \.idle),
    .init("definition") { _ in Nudge<OpenBookRow>.definition },
  ]
)

/// The milestones with those of listening, documented in `docs/cli.md`.
package struct MilestonesReport: JSONModel {
  let milestones: Milestones
  let listening: ListeningSummary

  /// Creates the report.
  package init(_ milestones: Milestones, listening: ListeningSummary) {
    (self.milestones, self.listening) = (milestones, listening)
  }

  package static let fields: JSONFields<MilestonesReport> = [
    .list(
      "reached",
      \.milestones.reached,
      [
        .init("kind", \.kind.name),
        .init("amount", \.amount),
        .init("reached", \.reached.text),
      ]
    ),
    .list(
      "next",
      \.milestones.next,
      [
        .init("kind", \.kind.name),
        .init("amount", \.amount),
        .init("done", \.done),
      ]
    ),
    .list(
      "listening",
      \.listening.milestoneProgress,
      [
        .init("name", .choice(ListeningMilestone.all.map(\.name))) { $0.progress.milestone.name },
        .init("category", .choice(ListeningMilestone.Measure.allCases.map(\.rawValue))) {
          $0.progress.milestone.measure.rawValue
        },
        .init("target") { $0.progress.milestone.target },
        .init("value") { $0.progress.value },
        .init("percentage", .integer(0...100)) { $0.progress.percentage },
        .init("reached_at") { $0.reached?.at },
      ]
    ),
    .init("definition") { _ in Milestones.definition },
    .init("excluded", \.milestones.excluded),
  ]
}
