package import Cairn
package import CairnInsights
package import CairnStore

extension Log {
  /// Returns nudges for books being read, the longest idle first.
  package func nudges(today: LocalDay, zone: ZoneRules) async throws -> [Nudge<OpenBookRow>] {
    let hour = try await dayStartHour()
    let nudges = try await openBooks().compactMap { row in
      row.nudge(today: today) { zone.day(at: $0, dayStartHour: hour) }
    }
    return nudges.sorted { $0.idle > $1.idle }
  }
}

extension OpenBookRow {
  /// Returns a nudge for the book; nil if it is not idle or its start is unknown.
  fileprivate func nudge(today: LocalDay, day: (Instant) -> LocalDay) -> Nudge<OpenBookRow>? {
    let stated = started.flatMap { PartialDay(text: $0)?.last }
    guard let started = stated ?? firstSession else { return nil }
    let last = [lastSession, progressStamp.map(day)].compactMap(\.self).max()
    return Nudge(self, started: started, last: last, today: today)
  }
}

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
