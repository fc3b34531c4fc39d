import Cairn
package import CairnInsights

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
    rows = sorted.filter { $0.reason == nil }.map { $0.row }
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

extension StoryRow {
  /// The sort key: progress, with unknown first; title and id make the order deterministic.
  fileprivate var sortKey: (Int64, String, RecordID) { (progress.share ?? -1, title, id.record) }

  /// The listening progress.
  package var progress: StoryProgress { StoryProgress(soFar) }
}
