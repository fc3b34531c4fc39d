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

extension Statistics: JSONModel {
  package static let fields = JSONFields<Statistics>(
    named: "Statistics",
    [
      .init("period", \.span.name),
      .init("active_seconds", \.totals.time),
      .init("non_overlapping_seconds") { $0.netTime?.time },
      .init("active_days", \.totals.activeDays),
      .init("sessions", \.totals.sessions),
      .init("pages", \.pages),
      .init("definition") { _ in Totals.definition },
      .init("non_overlapping_definition") { _ in Insight.netTime.definition },
      .pace("pages_per_hour", \.pace),
      .init("from") { $0.span.days?.lowerBound },
      .init("to") { $0.span.days?.upperBound },
      .object("average_day", orNull: { $0.averages.first?.average }, averageFields),
      .object("average_week", orNull: { $0.averages.last?.average }, averageFields),
      .figure("mood", \.moods, moodFields),
      .figure("interruptions", \.interruptions, interruptionFields),
      .figure("places", \.places, [.init("places") { $0.value ?? [] }]),
    ]
  )

  private static let moodFields: [JSONField<Figure<Moods>>] = [
    .init("before_hundredths") { $0.value?.beforeHundredths },
    .init("after_hundredths") { $0.value?.afterHundredths },
  ]

  private static let interruptionFields: [JSONField<Figure<Interruptions>>] = [
    .init("pauses") { $0.value?.pauses },
    .init("paused_seconds") { $0.value?.time },
    .init("focus_hundredths") { $0.value?.focusHundredths },
    .init("reasons") { $0.value?.reasons ?? [] },
  ]
}
