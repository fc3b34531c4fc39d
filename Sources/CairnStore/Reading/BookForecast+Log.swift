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
    return try await log.progress(of: book).map { row in
      let progress = BookProgress(row, days[row.entry] ?? [])
      return BookForecast(
        row: row,
        progress: progress,
        forecast: Forecast(progress, today: today)
      )
    }
  }
}
