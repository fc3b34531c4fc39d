import Cairn
import CairnServer
import CairnStore

extension Surroundings {
  /// The days that `--today`, `--week`, `--month`, `--year` or `--in` name, else all.
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
        "--in cannot be given with --today, --week, --month or --year.",
        hint: "Leave one of them out."
      )
    }
    return Span(name: word, days: try Self.days(word), today: today)
  }

  /// The days of a year, a month or a day as typed: `2025`, `2025-03`, `2025-03-05`.
  private static func days(_ word: String) throws(CairnError) -> ClosedRange<LocalDay> {
    if let day = LocalDay(text: word) { return day...day }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
    let (year, month) = (parts.first ?? nil, parts.count > 1 ? parts[1] : 1)
    if let year, let month, (1_000...9_999).contains(year), parts.count <= 2,
      let first = LocalDay(year: year, month: month, day: 1)
    {
      let isYear = parts.count == 1
      let next =
        isYear || month == 12
        ? LocalDay(year: year + 1, month: 1, day: 1)
        : LocalDay(year: year, month: month + 1, day: 1)
      if let next { return first...(next - 1) }
    }
    throw CairnError(
      "usage.value",
      "--in takes a year, a month or a day, not '\(word)'.",
      hint: "For instance --in 2025, --in 2025-03 or --in 2025-03-05."
    )
  }
}

extension Option {
  static var inPeriod: Option {
    .value("in", "PERIOD", "Only a year, a month or a day: 2025, 2025-03, 2025-03-05.")
  }
}
