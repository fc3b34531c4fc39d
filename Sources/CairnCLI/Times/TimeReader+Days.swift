import Cairn

extension TimeReader {
  /// Parses a day, `today`, `monday`, `2026-01-05`, `5 jan`; today starts at `dayStartHour`.
  func day(_ text: String) throws(CairnError) -> Parsed<LocalDay> {
    guard let expression = DayExpression(text: TimeExpression.tidy(text)) else {
      throw .unclear(text, "a day", .days)
    }
    let day = try resolve(expression)
    return Parsed(value: day, echo: format.day(day))
  }

  /// Parses days: `this week`, `last month`, a day, `2026-01`, `2026`, or `2026-01-01..2026-01-31` inclusive.
  func days(_ text: String) throws(CairnError) -> Parsed<ClosedRange<LocalDay>> {
    let tidy = TimeExpression.tidy(text)
    if let period = period(tidy) { return understood(period) }
    let ends = tidy.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.allSatisfy({ isDate(String($0)) }) else {
      throw .unclear(text, "a stretch of days", .stretches)
    }
    let first = try date(String(ends[0]))
    let last = try ends.count == 1 ? first : date(String(ends[1]))
    guard first.first <= last.last else {
      throw CairnError(
        "usage.time",
        "'\(text)' ends before it starts.",
        hint: "Write the earlier day first."
      )
    }
    return understood(first.first...last.last)
  }

  /// Parses `this week` or `last week`, also with a month or a year; nil for anything else.
  private func period(_ text: String) -> ClosedRange<LocalDay>? {
    let words = text.split(separator: " ")
    guard words.count == 2, ["this", "last"].contains(words[0]),
      let cadence = Cadence.all.first(where: { $0 != .daily && $0.noun == words[1] })
    else { return nil }
    let this = cadence.period(of: today, weekStart)
    return words[0] == "this" ? this : cadence.period(of: this.lowerBound - 1, weekStart)
  }

  private func understood(_ days: ClosedRange<LocalDay>) -> Parsed<ClosedRange<LocalDay>> {
    Parsed(value: days, echo: format.days(days))
  }

  private var today: LocalDay { zone.day(at: now, dayStartHour: dayStartHour) }
}

extension TimeReader {
  private func resolve(_ expression: DayExpression) throws(CairnError) -> LocalDay {
    let days = try days(expression, today: today)
    return days.first { $0 <= today } ?? days[days.count - 1]
  }

  /// Returns the days an expression may mean, the likeliest first; never empty.
  ///
  /// The later ones apply if the first is in the future.
  func days(_ expression: DayExpression, today: LocalDay) throws(CairnError) -> [LocalDay] {
    switch expression {
    case .ago(let count): return [today - count]
    case .weekday(let weekday):
      let back = (today.weekday - weekday + 7) % 7
      return [today - back, today - back - 7]
    case .date(let day, let month, let year, let weekday):
      // Eight years contain a leap day, even around 2100.
      let years = year.map { [$0] } ?? (0...8).map { today.year - $0 }
      let days = years.compactMap { LocalDay(year: $0, month: month, day: day) }
      guard let last = days.first(where: { $0 <= today }) ?? days.last else {
        throw .noSuchDay(day, month)
      }
      guard weekday == nil || weekday == last.weekday else { throw .otherWeekday(last, format) }
      return days
    }
  }
}
