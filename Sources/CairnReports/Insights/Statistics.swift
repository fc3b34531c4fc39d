package import Cairn
package import CairnInsights
package import CairnStore

/// The figures of `cairn stats`.
package struct Statistics {
  package let span: Span
  /// The totals of all kinds.
  package let totals: Totals
  /// The time of all kinds without overlaps; nil if no sessions can overlap.
  package let netTime: NonOverlappingTime?
  /// Averages of all kinds per day and per week.
  package let averages: [(cadence: Cadence, average: Figure<Series.Average>, periods: Int)]
  /// The pages of reading sessions.
  package let pages: Int64
  package let pace: Figure<Int64>
  package let moods: Figure<Moods>
  package let interruptions: Figure<Interruptions>
  package let places: Figure<[TagTotal]>

  package init(_ span: Span, _ log: Log) async throws {
    self.span = span
    let days = span.effectiveDays
    let rows = try await log.dayTotals(nil, in: days)
    let reading = try await log.dayTotals(Reading.kind, in: days)
    let totals = Totals(rows.map(DayTotal.init), in: days)
    self.totals = totals
    pages = reading.reduce(0) { $0 + $1.amount }
    pace = pagesPerHour(PaceSums.sum(reading.map { PaceSums($0.sums) }))
    netTime = try await log.overlapTime(in: days).map {
      NonOverlappingTime(sum: totals.time, overlap: $0)
    }
    averages = try await Self.averages(rows, reading, span, log)
    let sessions = totals.sessions
    moods = CairnInsights.moods(
      try await log.tags(.mood, of: nil, in: days).map(TagTotal.init),
      sessions: sessions
    )
    interruptions = CairnInsights.interruptions(
      try await log.tags(.pause, of: nil, in: days).map(TagTotal.init),
      sessions: sessions,
      time: totals.time
    )
    places = CairnInsights.places(
      try await log.tags(.place, of: nil, in: days).map(TagTotal.init),
      sessions: sessions
    )
  }

  private static func averages(
    _ rows: [DayTotalRow],
    _ reading: [DayTotalRow],
    _ span: Span,
    _ log: Log
  ) async throws -> [(Cadence, Figure<Series.Average>, Int)] {
    guard let elapsedDays = try await span.elapsedDays(rows, in: log) else { return [] }
    let start = try await log.weekStart()
    let days = DayTotal.joined(rows, pages: reading)
    return [Cadence.daily, .weekly].map { cadence in
      let series = Series(days, cadence, in: elapsedDays, weekStart: start)
      return (cadence, series.average, series.rows.count)
    }
  }
}

extension DayTotal {
  /// Returns the days of all kinds with the pages read as their amount.
  package static func joined(_ all: [DayTotalRow], pages: [DayTotalRow]) -> [DayTotal] {
    var rest = pages[...]
    return all.map { row in
      rest = rest.drop { $0.day < row.day }
      let amount = rest.first?.day == row.day ? rest.first?.amount ?? 0 : 0
      return DayTotal(day: row.day, time: row.time, amount: amount, sessions: row.sessions)
    }
  }
}

extension Statistics {
  package var json: JSON {
    .members(
      ("period", .string(span.name)),
      ("active_seconds", totals.time.secondsJSON),
      ("non_overlapping_seconds", netTime.map(\.time.secondsJSON) ?? .null),
      ("active_days", .integer(Int64(totals.activeDays))),
      ("sessions", .integer(Int64(totals.sessions))),
      ("pages", .integer(pages)),
      ("definition", .string(Totals.definition)),
      ("non_overlapping_definition", .string(Insight.netTime.definition)),
      ("pages_per_hour", pace.paceJSON),
      ("from", .text(span.days?.lowerBound.text)),
      ("to", .text(span.days?.upperBound.text)),
      ("average_day", averages.first?.average.json ?? .null),
      ("average_week", averages.last?.average.json ?? .null),
      ("mood", moods.json),
      ("interruptions", interruptions.json),
      ("places", places.json)
    )
  }
}
