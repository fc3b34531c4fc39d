package import Cairn
import CairnInsights
package import CairnReports

extension BookForecast {
  /// Reads the forecasts of one book in progress, or of all.
  package static func all(
    of book: Identifier<Entry>?,
    _ today: LocalDay,
    _ log: Log
  ) async throws -> [BookForecast] {
    let days = Dictionary(grouping: try await log.lastDays(Forecast.activeDays, of: book)) {
      $0.entry
    }
    let rows = try await log.progress(of: book)
    let hasPercentages = rows.contains(where: \.isInPercent)
    let sessions = hasPercentages ? try await log.percentSessions(of: book) : []
    let percent = Dictionary(grouping: sessions) { $0.entry }
    return rows.map { row in
      let progress =
        row.isInPercent
        ? BookProgress(row, percent: percent[row.entry] ?? [])
        : BookProgress(row, days[row.entry] ?? [])
      return BookForecast(
        row: row,
        progress: progress,
        forecast: Forecast(progress, today: today)
      )
    }
  }
}

extension ProgressRow {
  /// Whether only percentages say how far the book is read.
  fileprivate var isInPercent: Bool { pages == nil && position?.unit == .percent }
}
