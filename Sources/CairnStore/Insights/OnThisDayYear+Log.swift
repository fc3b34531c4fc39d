package import Cairn
package import CairnInsights
package import CairnReports

extension OnThisDayYear {
  /// Returns the years with events or sessions, newest first; of each year's sessions only the longest.
  package static func all(
    on day: LocalDay,
    in log: Log,
    mostSessions sessionLimit: Int = .max
  ) async throws -> [OnThisDayYear] {
    let events = try await events(on: day, log)
    let first = try await log.firstDay()?.year ?? day.year
    let (sessions, more) = try await log.sessions(
      on: day.remembered(since: first),
      limitPerYear: sessionLimit
    )
    let years = Set(events.map(\.date.year) + sessions.map(\.day.year))
    return years.sorted(by: >).map { year in
      OnThisDayYear(
        year: year,
        events: Array(events.filter { $0.date.year == year }.prefix(sessionLimit)),
        sessions: sessions.filter { $0.day.year == year },
        more: more[year] ?? 0
      )
    }
  }

  private static func events(on day: LocalDay, _ log: Log) async throws -> [BookEvent] {
    // Every anniversary recurs within eight years, even that of 29 February.
    let spans = try await log.datedReadings(anniversariesOn: day.remembered(since: day.year - 8))
    return BookTimeline(spans.map(ReadingSpan.init)).events.filter { event in
      event.entry != nil && event.date.day.map { day.isAnniversary($0) } ?? false
    }
  }
}

extension ReadingSpan {
  fileprivate init(_ row: DatedReading) {
    self.init(
      entry: row.entry,
      title: row.title,
      started: row.started,
      ended: row.ended,
      outcome: row.outcome
    )
  }
}

extension BookTimeline {
  /// Reads the timeline of a log.
  package init(_ log: Log, today: LocalDay) async throws {
    // One more day, because sessions in an eastern zone may already be on tomorrow's date.
    let days = try await log.dayTotals(nil, in: LocalDay.all(until: today + 1))
    self.init(try await log.datedReadings().map(ReadingSpan.init), days: days.map(DayTotal.init))
  }
}
