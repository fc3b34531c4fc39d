package import Cairn
package import CairnInsights
package import CairnStore

/// What one earlier year has on a day: the 28th and the 29th where a day remembers both.
package struct OnThisDayYear {
  package let year: Int32
  package let events: [BookEvent]
  package let sessions: [SessionOnDay]
  /// How many sessions are left out.
  package let more: Int

  /// The years that have anything, the latest first; of each at most so many events and so many sessions, the longest.
  package static func all(
    on day: LocalDay,
    in log: Log,
    mostSessions most: Int = .max
  ) async throws -> [OnThisDayYear] {
    let events = try await events(on: day, log)
    let first = try await log.firstDay()?.year ?? day.year
    let (sessions, more) = try await log.sessions(
      on: day.remembered(since: first),
      mostOfYear: most
    )
    let years = Set(events.map(\.date.year) + sessions.map(\.day.year))
    return years.sorted(by: >).map { year in
      OnThisDayYear(
        year: year,
        events: Array(events.filter { $0.date.year == year }.prefix(most)),
        sessions: sessions.filter { $0.day.year == year },
        more: more[year] ?? 0
      )
    }
  }

  private static func events(on day: LocalDay, _ log: Log) async throws -> [BookEvent] {
    // Every anniversary there is lies within eight years, that of 29 February as well.
    let spans = try await log.datedReadings(rememberedOn: day.remembered(since: day.year - 8))
    return BookTimeline(spans.map(ReadingSpan.init)).events.filter { event in
      event.entry != nil && event.date.day.map { day.remembers($0) } ?? false
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

extension Log {
  /// The dates of all readings, as insights take them.
  package func readingSpans() async throws -> [ReadingSpan] {
    try await datedReadings().map(ReadingSpan.init)
  }
}

extension OnThisDayYear {
  package var json: JSON {
    .members(
      ("year", .integer(Int64(year))),
      ("events", .array(events.map(\.json))),
      ("sessions", .array(sessions.map(\.json)))
    )
  }
}

extension SessionOnDay {
  package var json: JSON {
    .members(
      ("id", .string(session.id.record.text)),
      ("short", .string(session.shortID.text)),
      ("kind", .string(session.kind.name)),
      ("title", .text(session.title)),
      ("day", .string(day.text)),
      ("started_at", .string(session.startedAt.text)),
      ("active_seconds", .integer(time.count / 1_000)),
      ("pages", .number(session.kind == Reading.kind ? session.amount : nil))
    )
  }
}

extension BookEvent {
  /// The shape of an event: documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("date", .string(date.text)),
      ("what", .string(what.name)),
      ("title", .text(title)),
      ("book", .text(entry?.record.text)),
      ("number", .number(number))
    )
  }
}
