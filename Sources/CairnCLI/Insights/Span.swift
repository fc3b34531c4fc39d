import Cairn
import CairnReports
import CairnStore

extension CommandContext {
  /// Returns the span of `--today`, `--week`, `--month`, `--year` or `--in`; all time without one.
  func span(_ invocation: Invocation, in log: Log) async throws -> Span {
    let today = try await today(in: log)
    let window = try await window(invocation, in: log)
    guard let word = invocation.value("in") else {
      let name = ["today", "week", "month", "year"].first(where: invocation.flag) ?? "all time"
      return Span(name: name, days: window, today: today)
    }
    guard window == nil else {
      throw CairnError(
        "usage.period",
        "--in cannot be used with --today, --week, --month or --year.",
        hint: "Remove one of them."
      )
    }
    return Span(name: word, days: try await times(in: log).days(word).value, today: today)
  }
}

extension Option {
  static var inPeriod: Option {
    .value("in", "PERIOD", "The period: 2025, 2025-03, last week, 2025-03-05..2025-03-09.")
  }
}
