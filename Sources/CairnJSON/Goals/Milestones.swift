package import Cairn
package import CairnInsights
package import CairnReports
package import CairnStore

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
  package let milestones: Milestones
  package let listening: ListeningSummary
  /// The rule of the streaks.
  package let rule: StreakRule

  /// Computes the milestones of a kind, or of all kinds.
  package init(_ kind: SessionKind?, today: LocalDay, zone: ZoneRules, _ log: Log) async throws {
    let activity = try await log.activity(kind, until: today)
    let streak = try await log.streak(activity, today: today, zone: zone)
    (milestones, rule) = (Milestones(activity, streak), streak.rule)
    listening = try await ListeningSummary(log, today: today, skipped: zone.skippedDays)
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
