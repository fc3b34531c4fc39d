package import Cairn
import CairnInsights
package import CairnReports

extension YearInReview {
  /// Reads the figures of a year.
  package init(_ year: Int32, _ today: LocalDay, _ log: Log) async throws {
    let first = LocalDay(year: year, month: 1, day: 1) ?? today
    let days = first.wholeYear
    let statistics = try await Statistics(Span(name: "\(year)", days: days, today: today), log)
    let rows = try await log.dayTotals(nil, in: days)
    let pages = try await log.dayTotals(Reading.kind, in: days)
    let joined = DayTotal.joined(rows, pages: pages)
    let elapsedDays = Self.elapsedDays(days, rows, today)
    self.init(
      year: year,
      statistics: statistics,
      months: Series(joined, .monthly, in: elapsedDays, weekStart: try await log.weekStart()),
      books: FinishedBooks(try await log.finishedReadings().map(FinishedBook.init), year: year),
      pattern: try await HourPattern(Reading.kind, year, log),
      mostRead: Array(try await log.bookTotals(in: days).prefix(5))
    )
  }

  /// Returns the days of the year until today, or until the last one with sessions if it is later.
  private static func elapsedDays(
    _ days: ClosedRange<LocalDay>,
    _ rows: [DayTotalRow],
    _ today: LocalDay
  ) -> ClosedRange<LocalDay> {
    let latest = max(days.lowerBound, today, rows.last?.day ?? today)
    return days.lowerBound...min(days.upperBound, latest)
  }
}
