package import Cairn
package import CairnInsights
package import CairnStore

/// The data of a share link: no notes, and titles only if the person allowed them.
package struct SharedListening: Sendable {
  let share: ListeningShare
  package let card: SharedCard
  package let titles: [String]

  /// Reads the data of a share; the days are those of `zone`.
  package init(
    _ share: ListeningShare,
    _ log: Log,
    at now: Instant,
    zone: ZoneRules
  ) async throws {
    let day = zone.day(at: now, dayStartHour: try await log.dayStartHour())
    let summary = try await ListeningSummary(
      log,
      today: min(day, share.days.upperBound),
      skipped: zone.skippedDays
    )
    let stories = try await log.finishedStories(in: share.days, zone)
    self.share = share
    titles = share.hasTitles ? try await log.titles(of: stories) : []
    card = Self.card(share, summary, stories.count, zone)
  }

  private static func card(
    _ share: ListeningShare,
    _ summary: ListeningSummary,
    _ stories: Int,
    _ zone: ZoneRules
  ) -> SharedCard {
    let inside = summary.days.filter { share.days.contains($0.day) }
    let activeDays = inside.count { $0.seconds > 0 }
    let all = inside.reduce(Int64(0)) { $0 + $1.seconds }
    let (streak, longest) = (summary.streak.current, summary.streak.longest)
    let reached = summary.reached.filter { share.days.contains(zone.day(at: $0.at)) }
    return SharedCard(
      days: share.days,
      figures: [
        ("\(stories)", stories == 1 ? "story finished" : "stories finished"),
        (Milliseconds.seconds(all).hoursAndMinutes, "listened"),
        ("\(activeDays)", activeDays == 1 ? "day with listening" : "days with listening"),
        ("\(streak)", "day streak, longest \(longest)"),
      ],
      chart: ListeningCharts.activity(inside, periods(share.days, summary)),
      lines: reached.map { "✓ \($0.milestone.words), \(CalendarText.day(zone.day(at: $0.at)))" }
    )
  }

  private static func periods(_ days: ClosedRange<LocalDay>, _ summary: ListeningSummary) -> Periods
  {
    let isShort = days.upperBound - days.lowerBound < 62
    return Periods(
      isShort ? .daily : nil,
      in: days,
      today: summary.today,
      weekStart: summary.weekStart
    )
  }
}

extension Log {
  /// Returns the stories finished in sessions that began on the given days of a zone.
  fileprivate func finishedStories(
    in days: ClosedRange<LocalDay>,
    _ zone: ZoneRules
  ) async throws -> [Identifier<Story>] {
    var filter = ListeningSessionFilter()
    let day: Int64 = 86_400_000
    filter.from = zone.instant(wallClock: Int64(days.lowerBound.number) * day)
    filter.to = zone.instant(wallClock: Int64(days.upperBound.number + 1) * day - 1)
    (filter.isCompleted, filter.limit) = (true, 100_000)
    var known: Set<Identifier<Story>> = []
    return try await listeningSessions(filter).sessions.map(\.story).filter {
      known.insert($0).inserted
    }
  }

  /// Returns the titles of the stories that exist, at most 50.
  fileprivate func titles(of stories: [Identifier<Story>]) async throws -> [String] {
    var titles: [String] = []
    for id in stories.prefix(50) {
      if let title = try await story(id)?.title { titles.append(title) }
    }
    return titles
  }
}
