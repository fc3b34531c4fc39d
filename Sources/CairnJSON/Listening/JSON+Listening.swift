package import Cairn
package import CairnInsights
package import CairnReports

extension ListeningOverview: JSONModel {
  package static let fields = JSONFields<ListeningOverview>(
    totals,
    averages,
    [
      .list(
        "stories",
        { StoryDrilldown(.completion, $0.stories.stories).rows },
        StoryRow.progressFields
      ),
      .object("chart", { $0 }, chartFields),
      .init("definitions") { _ in ListeningSummary.definitions + StoryStatistics.definitions },
    ]
  )

  private static let totals: [JSONField<ListeningOverview>] = [
    .init("stories_finished", \.summary.totals.stories),
    .init("stories_started", \.summary.totals.storiesStarted),
    .init("sessions", \.summary.totals.sessions),
    .init("completed_sessions", \.summary.totals.completed),
    .init("completed_seconds", \.summary.totals.completedSeconds),
    .init("partial_seconds") { $0.summary.totals.seconds - $0.summary.totals.completedSeconds },
    .init("current_streak", \.summary.streak.current),
    .init("longest_streak", \.summary.streak.longest),
    .init("last_day", \.summary.streak.lastDay),
    .init("favourites", \.favorites),
  ]

  private static let averages: [JSONField<ListeningOverview>] = [
    .init("completion_hundredths", .percent, \.stories.dropOff.completion.value),
    .init("drop_off", .list(.count, limit: 10), \.stories.dropOff.tenths),
    .init("drop_off_unknown", \.stories.dropOff.unknown),
    .init("average_story_seconds", \.stories.averageLength),
    .init("sessions_per_story_hundredths", \.stories.sessionsPerStory),
    .init("preferred_hour", .integer(0...23), \.hours.preferred),
    .init("preferred_period") { $0.hours.period?.rawValue },
    .init("hours", .list(.count, limit: 24), \.hours.counts),
    .object(
      "most_played",
      orNull: \.stories.mostPlayed,
      [.init("id", \.id), .init("title", \.title), .init("plays", \.plays)]
    ),
  ]

  private static let chartFields: JSONFields<ListeningOverview> = [
    .init("range", \.range.rawValue),
    .init("title") { $0.chart.title },
    .init("summary") { $0.chart.summary },
    .list(
      "points",
      { Array(zip($0.chart.table.rows, $0.summary.periods($0.range).all)) },
      [
        .init("name") { $0.0.name },
        .init("from") { $0.1.lowerBound },
        .init("to") { $0.1.upperBound },
        .init("minutes") { $0.0.values.first ?? nil },
        .init("completed_minutes") { $0.0.values.last ?? nil },
      ]
    ),
  ]
}

extension ListeningOverview {
  private var chart: ColumnChart { summary.chart(range) }
}

extension ListeningSummary {
  /// The progress of every milestone, in catalogue order.
  package var milestoneProgress: [(progress: ListeningProgress, reached: ReachedMilestone?)] {
    ListeningMilestone.all.map { milestone in
      (progress(milestone), reached.first { $0.milestone == milestone })
    }
  }
}
