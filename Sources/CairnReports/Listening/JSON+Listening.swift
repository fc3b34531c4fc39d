package import Cairn
package import CairnInsights
package import CairnStore

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

  /// Reads the figures of a log.
  package init(
    _ log: Log,
    _ range: ListeningRange,
    today: LocalDay,
    zone: ZoneRules
  ) async throws {
    self.range = range
    summary = try await ListeningSummary(log, today: today, skipped: zone.skippedDays)
    stories = try await StoryStatistics(log)
    hours = ListeningHours(counts: try await HourPattern(Listening.kind, nil, log).byHour)
  }

  /// Whether there are neither sessions nor stories.
  package var isEmpty: Bool { summary.totals.sessions == 0 && stories.stories.isEmpty }

  /// The number of favourite stories.
  package var favorites: Int64 { Int64(stories.stories.count { $0.isFavorite }) }
}

extension ListeningOverview {
  /// The overview as JSON, documented in `docs/cli.md`.
  package var json: JSON {
    .object(
      totals + averages + [
        .init(
          "stories",
          .array(StoryDrilldown(.completion, stories.stories).rows.map(\.progressJSON))
        ),
        .init("chart", chart), .init("definitions", definitions),
      ]
    )
  }

  private var totals: [JSON.Member] {
    let (totals, streak) = (summary.totals, summary.streak)
    return [
      .init("stories_heard", .integer(totals.stories)),
      .init("stories_begun", .integer(totals.storiesStarted)),
      .init("sessions", .integer(totals.sessions)),
      .init("completed_sessions", .integer(totals.completed)),
      .init("completed_seconds", .integer(totals.completedSeconds)),
      .init("partial_seconds", .integer(totals.seconds - totals.completedSeconds)),
      .init("current_streak", .integer(streak.current)),
      .init("longest_streak", .integer(streak.longest)),
      .init("last_day", .text(streak.lastDay?.text)),
      .init("favourites", .integer(favorites)),
    ]
  }

  private var averages: [JSON.Member] {
    [
      .init("completion_hundredths", .number(stories.dropOff.completion.value)),
      .init("drop_off", .array(stories.dropOff.tenths.map { .integer(Int64($0)) })),
      .init("drop_off_unknown", .integer(Int64(stories.dropOff.unknown))),
      .init("average_story_seconds", .number(stories.averageLength.map { $0.count / 1_000 })),
      .init("listens_per_story_hundredths", .number(stories.sessionsPerStory)),
      .init("preferred_hour", .number(hours.preferred)),
      .init("preferred_period", .text(hours.period?.rawValue)),
      .init("hours", .array(hours.counts.map { .integer($0) })),
      .init("most_played", stories.mostPlayed.map(Self.json) ?? .null),
    ]
  }

  private static func json(_ story: StoryRow) -> JSON {
    .members(
      ("id", .string(story.id.record.text)),
      ("title", .string(story.title)),
      ("plays", .integer(story.plays))
    )
  }

  private var chart: JSON {
    let (chart, periods) = (summary.chart(range), summary.periods(range).all)
    let points = zip(chart.table.rows, periods).map { row, days in
      JSON.members(
        ("name", .string(row.name)),
        ("from", .string(days.lowerBound.text)),
        ("to", .string(days.upperBound.text)),
        ("minutes", .number(row.values.first ?? nil)),
        ("completed_minutes", .number(row.values.last ?? nil))
      )
    }
    return .members(
      ("range", .string(range.rawValue)),
      ("title", .string(chart.title)),
      ("summary", .string(chart.summary)),
      ("points", .array(points))
    )
  }

  private var definitions: JSON {
    .array((ListeningSummary.definitions + StoryStatistics.definitions).map { .string($0) })
  }
}

extension ListeningSummary {
  /// The progress of every milestone, in catalogue order.
  package var milestoneProgress: [(progress: ListeningProgress, reached: ReachedMilestone?)] {
    ListeningMilestone.all.map { milestone in
      (progress(milestone), reached.first { $0.milestone == milestone })
    }
  }

  /// The listening milestones as JSON, documented in `docs/cli.md`.
  package var milestonesJSON: JSON {
    .array(
      milestoneProgress.map { progress, reached in
        .members(
          ("name", .string(progress.milestone.name)),
          ("category", .string(progress.milestone.measure.rawValue)),
          ("target", .integer(progress.milestone.target)),
          ("value", .integer(progress.value)),
          ("percentage", .integer(progress.percentage)),
          ("reached_at", .text(reached?.at.text))
        )
      }
    )
  }
}
