package import Cairn
package import CairnReports

extension SharedListening {
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
    let titles = share.hasTitles ? try await log.titles(of: stories) : []
    self.init(share, summary, stories: stories.count, titles: titles, zone: zone)
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
