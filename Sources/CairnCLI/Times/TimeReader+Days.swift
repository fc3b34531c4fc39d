import Cairn

/// A stretch of days with a name.
enum Window: String, Sendable, CaseIterable {
  case today, yesterday, week, lastweek, month, lastmonth, year, lastyear
}

extension TimeReader {
  /// A day: `today`, `monday`, `2026-01-05`, `5 jan`; today follows the day's first hour.
  func day(_ text: String) throws(CairnError) -> Understood<LocalDay> {
    guard let expression = DayExpression(text: TimeExpression.tidy(text)) else {
      throw .unclear(text, "a day", .days)
    }
    let day = try resolve(expression)
    return Understood(value: day, echo: format.day(day))
  }

  /// Days, half open: `:week`, a day, or `2026-01-01..2026-01-31` with both ends in it.
  func days(_ text: String) throws(CairnError) -> Understood<Range<LocalDay>> {
    let tidy = TimeExpression.tidy(text)
    if tidy.hasPrefix(":") {
      guard let window = Window(rawValue: String(tidy.dropFirst())) else {
        throw .unclear(text, "a stretch of days", .windows)
      }
      return days(window)
    }
    let ends = tidy.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let first = try day(String(ends[0])).value
    let last = try ends.count == 1 ? first : day(String(ends[1])).value
    guard first <= last else {
      throw CairnError(
        "usage.time",
        "'\(text)' ends before it begins.",
        hint: "Write the earlier day first."
      )
    }
    return understood(first..<(last + 1))
  }

  /// The days of a window, half open; weeks begin on Monday.
  func days(_ window: Window) -> Understood<Range<LocalDay>> {
    let (year, month, _) = today.civil
    let range =
      switch window {
      case .today: today..<(today + 1)
      case .yesterday: (today - 1)..<today
      case .week: today.monday..<(today.monday + 7)
      case .lastweek: (today.monday - 7)..<today.monday
      case .month: Self.month(year, month)
      case .lastmonth: month == 1 ? Self.month(year - 1, 12) : Self.month(year, month - 1)
      case .year: Self.year(year)
      case .lastyear: Self.year(year - 1)
      }
    return understood(range)
  }

  private func understood(_ days: Range<LocalDay>) -> Understood<Range<LocalDay>> {
    Understood(value: days, echo: format.days(days))
  }

  private var today: LocalDay { zone.day(at: now, dayStartHour: dayStartHour) }

  private static func month(_ year: Int32, _ month: Int32) -> Range<LocalDay> {
    first(year, month)..<(month == 12 ? first(year + 1, 1) : first(year, month + 1))
  }

  private static func year(_ year: Int32) -> Range<LocalDay> {
    first(year, 1)..<first(year + 1, 1)
  }

  private static func first(_ year: Int32, _ month: Int32) -> LocalDay {
    guard let day = LocalDay(year: year, month: month, day: 1) else {
      preconditionFailure("every month has a first day")
    }
    return day
  }
}

extension TimeReader {
  private func resolve(_ expression: DayExpression) throws(CairnError) -> LocalDay {
    let days = try days(expression, today: today)
    return days.first { $0 <= today } ?? days[days.count - 1]
  }

  /// The days an expression may mean, the likeliest first and never none.
  ///
  /// Those after the first are for when it lies in the future.
  func days(_ expression: DayExpression, today: LocalDay) throws(CairnError) -> [LocalDay] {
    switch expression {
    case .ago(let count): return [today - count]
    case .weekday(let weekday):
      let back = (today.weekday - weekday + 7) % 7
      return [today - back, today - back - 7]
    case .date(let day, let month, let year, let weekday):
      // Eight years hold a leap day, even around 2100.
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
