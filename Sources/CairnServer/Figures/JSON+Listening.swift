package import Cairn
package import CairnInsights
package import CairnStore

/// What `cairn listening` tells: the numbers of the page Listening.
package struct ListeningOverview: Sendable {
  /// Which days the chart shows.
  package let range: ListeningRange
  /// Totals, the streak, the days, the milestones.
  package let journey: ListeningSummary
  /// What the stories add up to.
  package let stories: StoryStatistics
  /// Sessions by the hour of the clock at which they began, 24 of them.
  package let hours: ListeningHours

  /// Reads them.
  package init(
    _ log: Log,
    _ range: ListeningRange,
    today: LocalDay,
    zone: ZoneRules
  ) async throws {
    self.range = range
    journey = try await ListeningSummary(log, today: today, skipped: zone.skippedDays)
    stories = StoryStatistics(
      stories: try await log.stories(),
      heard: try await log.heardStories()
    )
    hours = ListeningHours(counts: try await HourPattern(Listening.kind, nil, log).byHour)
  }

  /// Whether there is neither a session nor a story.
  package var isEmpty: Bool { journey.totals.sessions == 0 && stories.stories.isEmpty }

  /// How many stories are favourites.
  package var favorites: Int64 { Int64(stories.stories.count { $0.isFavorite }) }
}

extension ListeningOverview {
  /// The shape of it: documented in `docs/cli.md`.
  package var json: JSON {
    .object(
      totals + averages + [
        .init("stories", .array(StoryDrilldown(.completion, stories.stories).rows.map(\.heardJSON))),
        .init("chart", chart), .init("definitions", definitions),
      ]
    )
  }

  private var totals: [JSON.Member] {
    let (totals, streak) = (journey.totals, journey.streak)
    return [
      .init("stories_heard", .integer(totals.stories)),
      .init("stories_begun", .integer(totals.storiesTouched)),
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
      .init("listens_per_story_hundredths", .number(stories.listensPerStory)),
      .init("preferred_hour", .number(hours.preferred)),
      .init("preferred_period", .text(hours.period?.rawValue)),
      .init("hours", .array(hours.counts.map { .integer($0) })),
      .init("most_played", stories.most.map(Self.json) ?? .null),
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
    let (chart, periods) = (journey.chart(range), journey.periods(range).all)
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
  /// How far every milestone is, in the order of all.
  package var standing: [(progress: ListeningProgress, reached: ReachedMilestone?)] {
    ListeningMilestone.all.map { milestone in
      (progress(milestone), reached.first { $0.milestone == milestone })
    }
  }

  /// The shape of the milestones of listening: documented in `docs/cli.md`.
  package var milestonesJSON: JSON {
    .array(
      standing.map { progress, reached in
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
