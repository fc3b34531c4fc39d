package import Cairn
package import CairnInsights

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
  /// The time of each kind in each part of the period; nil without sessions.
  package let bars: Sparkline?

  /// The rows that the figures are computed from.
  package struct Rows {
    /// The totals of all kinds by day.
    package let days: [DayTotalRow]
    /// Those of each kind.
    package let kinds: [(module: KindModule, rows: [DayTotalRow])]
    /// The time of sessions that overlapped others; nil if no sessions can overlap.
    package let overlap: Milliseconds?
    package let moods: [TagRow]
    package let pauses: [TagRow]
    package let places: [TagRow]

    /// Creates the input of the figures.
    package init(
      days: [DayTotalRow],
      kinds: [(module: KindModule, rows: [DayTotalRow])],
      overlap: Milliseconds?,
      moods: [TagRow],
      pauses: [TagRow],
      places: [TagRow]
    ) {
      (self.days, self.kinds, self.overlap) = (days, kinds, overlap)
      (self.moods, self.pauses, self.places) = (moods, pauses, places)
    }

    fileprivate var reading: [DayTotalRow] {
      kinds.first { $0.module.kind == Reading.kind }?.rows ?? []
    }
  }

  /// Computes the figures of a period; `elapsedDays` is nil without sessions.
  package init(
    _ span: Span,
    _ rows: Rows,
    elapsedDays: ClosedRange<LocalDay>?,
    weekStart: WeekStart
  ) {
    let totals = Totals(rows.days.map(DayTotal.init), in: span.effectiveDays)
    (self.span, self.totals) = (span, totals)
    pages = rows.reading.reduce(0) { $0 + $1.amount }
    pace = pagesPerHour(PaceSums.sum(rows.reading.map { PaceSums($0.sums) }))
    netTime = rows.overlap.map { NonOverlappingTime(sum: totals.time, overlap: $0) }
    averages = elapsedDays.map { Self.averages(rows, in: $0, weekStart) } ?? []
    let sessions = totals.sessions
    moods = CairnInsights.moods(rows.moods.map(TagTotal.init), sessions: sessions)
    interruptions = CairnInsights.interruptions(
      rows.pauses.map(TagTotal.init),
      sessions: sessions,
      time: totals.time
    )
    places = CairnInsights.places(rows.places.map(TagTotal.init), sessions: sessions)
    bars = elapsedDays.map { Sparkline(rows.kinds, in: $0, weekStart: weekStart) }
  }

  private static func averages(
    _ rows: Rows,
    in elapsedDays: ClosedRange<LocalDay>,
    _ weekStart: WeekStart
  ) -> [(cadence: Cadence, average: Figure<Series.Average>, periods: Int)] {
    let days = DayTotal.joined(rows.days, pages: rows.reading)
    return [Cadence.daily, .weekly].map { cadence in
      let series = Series(days, cadence, in: elapsedDays, weekStart: weekStart)
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
