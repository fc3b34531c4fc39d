package import Cairn
package import CairnInsights
package import CairnStore

/// A book with its progress and forecast.
package struct BookForecast {
  package let row: ProgressRow
  package let progress: BookProgress
  package let forecast: Forecast

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

extension BookForecast: JSONModel {
  package static let fields = JSONFields<BookForecast>(
    named: "Forecast",
    [
      .init("id", \.row.entry),
      .init("title", \.row.title),
      .init("pages_left", \.progress.pagesLeft),
      .figure(
        "time_left",
        \.forecast.timeLeft,
        [
          .init("seconds") { $0.value?.value },
          .init("seconds_low") { $0.value?.range?.lowerBound },
          .init("seconds_high") { $0.value?.range?.upperBound },
        ]
      ),
      .figure(
        "finish",
        \.forecast.finish,
        [
          .init("day") { $0.value?.value },
          .init("day_low") { $0.value?.range?.lowerBound },
          .init("day_high") { $0.value?.range?.upperBound },
        ]
      ),
    ]
  )
}
