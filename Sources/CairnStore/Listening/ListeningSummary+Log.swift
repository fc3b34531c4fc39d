package import Cairn
package import CairnInsights
package import CairnReports

extension ListeningSummary {
  /// Reads the listening days, totals, streak and milestones of a log.
  package init(_ log: Log, today: LocalDay, skipped: [LocalDay]) async throws {
    let listened = try await log.listeningDays(in: LocalDay.first...LocalDay.last)
    let days = listened.map {
      ListeningOnDay(
        day: $0.day,
        seconds: $0.totals.seconds,
        completed: $0.totals.completedSeconds
      )
    }
    let completed = listened.filter { $0.totals.completed > 0 }.map(\.day)
    self.init(
      today: today,
      days: days,
      totals: try await log.listeningTotals(),
      streak: ListeningStreak(completed, skipped: skipped, today: today),
      reached: try await log.reachedMilestones().sorted { $0.at > $1.at },
      weekStart: try await log.weekStart()
    )
  }
}

extension StoryStatistics {
  /// Reads the stories of a log, and the listening to each.
  package init(_ log: Log) async throws {
    self.init(
      stories: try await log.stories(),
      listened: try await log.listeningStories()
    )
  }
}

extension ListeningOverview {
  /// Reads the listening of a log in a range: summary, stories and hours of the day.
  package init(
    _ log: Log,
    _ range: ListeningRange,
    today: LocalDay,
    zone: ZoneRules
  ) async throws {
    self.init(
      range: range,
      summary: try await ListeningSummary(log, today: today, skipped: zone.skippedDays),
      stories: try await StoryStatistics(log),
      hours: ListeningHours(counts: try await HourPattern(Listening.kind, nil, log).byHour)
    )
  }
}
