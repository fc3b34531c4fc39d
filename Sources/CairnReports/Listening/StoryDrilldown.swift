package import Cairn
package import CairnInsights
package import CairnStore

/// The stories behind completion or drop-off, and those excluded with the reason.
package struct StoryDrilldown: Sendable {
  package let insight: Insight
  /// The counted stories, by ascending progress.
  package let rows: [StoryRow]
  /// The excluded stories with their reason: finished, then unknown progress, then not begun.
  package let excluded: [(reason: String, row: StoryRow)]

  /// The figures with a drill-down.
  package static let insights: [Insight] = [.completion, .dropOff]

  /// Groups the existing stories.
  package init(_ insight: Insight, _ stories: [StoryRow]) {
    self.insight = insight
    let sorted = stories.map { (row: $0, reason: Self.reason($0, insight)) }
      .sorted { $0.row.sortKey < $1.row.sortKey }
    rows = sorted.filter { $0.reason == nil }.map(\.row)
    excluded = Self.reasons.flatMap { reason in
      sorted.filter { $0.reason == reason }.map { (reason, $0.row) }
    }
  }

  private static let (finished, unknown, unbegun) = (
    "finished", "unknown progress", "not started"
  )
  private static let reasons = [finished, unknown, unbegun]

  private static func reason(_ story: StoryRow, _ insight: Insight) -> String? {
    if story.sessions == 0 { return unbegun }
    guard insight == .dropOff else { return nil }
    if story.completed > 0 { return finished }
    return StoryProgress(story.soFar).share == nil ? unknown : nil
  }

  /// The reasons in order, each with its stories.
  package var reasons: [(reason: String, rows: [StoryRow])] {
    var found: [(reason: String, rows: [StoryRow])] = []
    for one in excluded {
      if let index = found.firstIndex(where: { $0.reason == one.reason }) {
        found[index].rows.append(one.row)
      } else {
        found.append((one.reason, [one.row]))
      }
    }
    return found
  }
}

extension StoryDrilldown {
  /// The drill-down as JSON, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("figure", .string(insight.name)),
      ("definition", .string(insight.definition)),
      ("n", .integer(Int64(rows.count))),
      ("excluded", .integer(Int64(excluded.count))),
      ("stories", .array(rows.map(\.progressJSON))),
      (
        "left_out",
        .array(
          excluded.map {
            .members(("story", .string($0.row.id.record.text)), ("reason", .string($0.reason)))
          }
        )
      )
    )
  }
}

extension StoryRow {
  /// The sort key: progress, with unknown first; title and id make the order deterministic.
  fileprivate var sortKey: (Int64, String, RecordID) {
    (StoryProgress(soFar).share ?? -1, title, id.record)
  }

  /// The listening progress as JSON, documented in `docs/cli.md`.
  package var progressJSON: JSON {
    let progress = StoryProgress(soFar)
    return .members(
      ("id", .string(id.record.text)),
      ("title", .string(title)),
      ("sessions", .integer(sessions)),
      ("completed", .integer(completed)),
      ("listened_hundredths", .number(progress.share)),
      ("left_at_tenth", .number(progress.tenth.map { Int64($0) })),
      ("position_seconds", .number(position?.wholeSeconds)),
      ("duration_seconds", .number(duration?.wholeSeconds))
    )
  }
}
