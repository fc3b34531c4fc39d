import Cairn
package import CairnInsights

/// A book with its progress and forecast.
package struct BookForecast {
  package let row: ProgressRow
  package let progress: BookProgress
  package let forecast: Forecast

  /// Creates the forecast of a book.
  package init(row: ProgressRow, progress: BookProgress, forecast: Forecast) {
    (self.row, self.progress, self.forecast) = (row, progress, forecast)
  }
}
