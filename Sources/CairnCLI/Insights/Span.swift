import Cairn
import CairnReports
import CairnStore

extension CommandContext {
  /// Returns the span of `--today`, `--week`, `--month`, `--year` or `--in`; all time without one.
  func span(_ invocation: Invocation, in log: Log) async throws -> Span {
    let today = try await today(in: log)
    let periods = ["in", "today", "week", "month", "year"]
    let given = try invocation.only(of: periods, "usage.period")
    guard let word = invocation.value("in") else {
      let days = try await window(invocation, in: log)
      return Span(name: given ?? "all time", days: days, today: today)
    }
    return Span(name: word, days: try await times(in: log).days(word).value, today: today)
  }
}

extension Option {
  static var inPeriod: Option {
    .value("in", "PERIOD", "The period: 2025, 2025-03, last week, 2025-03-05..2025-03-09.")
  }
}
