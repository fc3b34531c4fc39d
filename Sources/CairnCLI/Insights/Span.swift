import Cairn
import CairnReports
import CairnStore

extension CommandContext {
  /// Returns the span of the options of a period; all time without one.
  func span(_ invocation: Invocation, in log: Log) async throws -> Span {
    let today = try await today(in: log)
    let ends = ["from", "to"].filter(invocation.isGiven)
    let periods = ["in", "day", "today", "week", "month", "year"] + ends.prefix(1)
    let given = try invocation.only(of: periods, "usage.period")
    if !ends.isEmpty { return try await span(from: invocation, today, in: log) }
    guard let word = invocation.value("in") ?? invocation.value("day") else {
      let days = try await window(invocation, in: log)
      return Span(name: given ?? "all time", days: days, today: today)
    }
    return Span(name: word, days: try await times(in: log).days(word).value, today: today)
  }

  /// Returns the span of `--from` and `--to`, of which one may be missing; throws `usage.time`.
  private func span(from invocation: Invocation, _ today: LocalDay, in log: Log) async throws
    -> Span
  {
    let (from, to) = (invocation.value("from"), invocation.value("to"))
    let times = try await times(in: log)
    let first = try from.map { try times.days($0).value.lowerBound }
    let last = try to.map { try times.days($0).value.upperBound } ?? today
    let (given, end) = (from ?? "", to ?? "today")
    guard first ?? last <= last else {
      throw CairnError(
        "usage.time",
        "The period from “\(given)” to “\(end)” ends before it starts.",
        hint: "Write the earlier day after --from."
      )
    }
    let firstDay = try await log.firstDay()
    let start = first ?? firstDay ?? last
    let name = "\(from.map { "from \($0)" } ?? "")\(to.map { " to \($0)" } ?? "")"
    return Span(name: trimmed(name), days: min(start, last)...last, today: today)
  }
}

extension [Option] {
  /// The options that choose a period.
  static var period: [Option] {
    [
      .today, .week, .month, .year, .inPeriod,
      .value("day", "DAY", "Only this day: yesterday, 2025-03-05.", completion: .live("periods")),
      .value("from", "DAY", "From this day on.", completion: .live("periods")),
      .value("to", "DAY", "Up to this day.", completion: .live("periods")),
    ]
  }
}

extension Option {
  static var inPeriod: Option {
    .value(
      "in",
      "PERIOD",
      "The period: 2025, 2025-03, last week, 2025-03-05..2025-03-09.",
      completion: .live("periods")
    )
  }
}
