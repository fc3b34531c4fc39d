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

extension BookForecast {
  package var json: JSON {
    let (time, finish) = (forecast.timeLeft, forecast.finish)
    return .members(
      ("id", .string(row.entry.record.text)),
      ("title", .string(row.title)),
      ("pages_left", .number(progress.pagesLeft)),
      (
        "time_left",
        time.json([
          ("seconds", .number(time.value.map { $0.value.count / 1_000 })),
          ("seconds_low", .number(time.value?.range.map { $0.lowerBound.count / 1_000 })),
          ("seconds_high", .number(time.value?.range.map { $0.upperBound.count / 1_000 })),
        ])
      ),
      (
        "finish",
        finish.json([
          ("day", .text(finish.value?.value.text)),
          ("day_low", .text(finish.value?.range?.lowerBound.text)),
          ("day_high", .text(finish.value?.range?.upperBound.text)),
        ])
      )
    )
  }
}
