import Cairn
package import CairnInsights

/// The figures of `cairn listening` and the Listening page.
package struct ListeningOverview: Sendable {
  /// The range of the chart.
  package let range: ListeningRange
  /// Totals, streak, days and milestones.
  package let summary: ListeningSummary
  /// Statistics of the stories.
  package let stories: StoryStatistics
  /// The number of sessions by the hour they began, 24 values.
  package let hours: ListeningHours

  /// Creates the overview.
  package init(
    range: ListeningRange,
    summary: ListeningSummary,
    stories: StoryStatistics,
    hours: ListeningHours
  ) {
    (self.range, self.summary, self.stories) = (range, summary, stories)
    self.hours = hours
  }

  /// Whether there are neither sessions nor stories.
  package var isEmpty: Bool { summary.totals.sessions == 0 && stories.stories.isEmpty }

  /// The number of favourite stories.
  package var favorites: Int64 { Int64(stories.stories.count { $0.isFavorite }) }
}
