import Cairn

/// A parsed day, or range of days, with its text for confirmation.
struct ParsedDays<Value: Sendable>: Sendable {
  let value: Value
  /// The text of the value: `Mon 5 Jan`.
  let echo: String
}

extension TimeReader {
  /// Parses a day, `today`, `last friday`, `2026-01-05`, `jan 5`, `5th`; today starts at `dayStartHour`.
  func day(_ text: String) throws(CairnError) -> ParsedDays<LocalDay> {
    guard let expression = DayExpression(text: TypedText.tidy(text)) else {
      throw .unclear(text, "a day", .days)
    }
    let day = try resolve(expression)
    return ParsedDays(value: day, echo: format.day(day))
  }

  /// Parses days: `week`, `last 7 days`, `jan`, `2026-W02`, `monday..`, a day, `2026`, or `2026-01-01..2026-01-31`
  /// inclusive.
  func days(_ text: String) throws(CairnError) -> ParsedDays<ClosedRange<LocalDay>> {
    let tidy = TypedText.tidy(text)
    if let period = PeriodExpression(text: tidy) {
      return understood(period.days(today: today, weekStart))
    }
    guard let ends = ends(tidy) else { throw .unclear(text, "a range of days", .periods) }
    let first = try days(of: ends.first).lowerBound
    let last = try ends.last.map { (end) throws(CairnError) in try days(of: end).upperBound }
    guard first <= last ?? today else {
      throw CairnError(
        "usage.time",
        "“\(text)” ends before it starts.",
        hint: "Write the earlier day first."
      )
    }
    return understood(first...(last ?? today))
  }

  private func days(of end: String) throws(CairnError) -> ClosedRange<LocalDay> {
    if let period = PeriodExpression(text: end) { return period.days(today: today, weekStart) }
    let date = try date(end)
    return date.first...date.last
  }

  /// Splits a text into its first and last date; a nil last one is today.
  private func ends(_ text: String) -> (first: String, last: String?)? {
    if isPeriod(text) { return (text, text) }
    for word in ["since ", "from "]
    where text.hasPrefix(word) && isPeriod(text.dropFirst(word.count)) {
      return (String(text.dropFirst(word.count)), nil)
    }
    let range = text.hasPrefix("from ") ? text.dropFirst(5) : text[...]
    for separator in ["..", " to ", " – ", " - "] {
      let ends = range.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        .map { TypedText.tidy(String($0)) }
      guard ends.count == 2, isPeriod(ends[0]) else { continue }
      if ends[1].isEmpty { return (ends[0], nil) }
      if isPeriod(ends[1]) { return (ends[0], ends[1]) }
    }
    return nil
  }

  private func isPeriod(_ text: some StringProtocol) -> Bool {
    PeriodExpression(text: String(text)) != nil || isDate(String(text))
  }

  private func understood(_ days: ClosedRange<LocalDay>) -> ParsedDays<ClosedRange<LocalDay>> {
    ParsedDays(value: days, echo: format.days(days))
  }

  private var today: LocalDay { zone.day(at: now, dayStartHour: dayStartHour) }
}

extension TimeReader {
  private func resolve(_ expression: DayExpression) throws(CairnError) -> LocalDay {
    let days = try days(expression, today: today)
    return days.first { $0 <= today } ?? days[days.count - 1]
  }
}
