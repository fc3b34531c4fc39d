import CairnInsights
package import CairnReports

extension BookForecast: JSONModel {
  package static let fields = JSONFields<BookForecast>(
    named: "Forecast",
    [
      .init("id", \.row.entry),
      .init("title", \.row.title),
      .init("pages_left", \.progress.pagesLeft),
      .init("percent_left_hundredths", \.progress.hundredthsLeft),
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
