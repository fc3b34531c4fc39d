import Cairn

/// A period of days in the notation that a person types, relative to today.
enum PeriodExpression: Sendable, Equatable {
  /// The current period, or the one before: `this week`, `last month`.
  case calendar(Cadence, isLast: Bool)
  /// A number of days, weeks, months or years that end today: `last 7 days`.
  case rolling(Int32, Cadence)
  /// The latest such month that is not in the future: `jan`; 1 is January.
  case month(Int32)
  /// A week of ISO 8601, which starts on Monday: `2026-W02`; without a year, the latest that has started.
  case isoWeek(year: Int32?, week: Int32)
  /// A Saturday and Sunday, the latest that have started, or those before.
  case weekend(isLast: Bool)

  /// Parses a tidy text; nil for anything else.
  init?(text: String) {
    let words = text.split(separator: " ")
    guard let period = Self.isoWeek(text) ?? Self.calendar(words) ?? Self.rolling(words) else {
      return nil
    }
    self = period
  }

  private static func calendar(_ words: [Substring]) -> PeriodExpression? {
    guard (1...2).contains(words.count), let noun = words.last else { return nil }
    guard words.count == 2 else {
      if let month = EnglishCalendar.month(noun) { return .month(month) }
      return named(noun, isLast: false)
    }
    return ["this", "last"].contains(words[0]) ? named(noun, isLast: words[0] == "last") : nil
  }

  private static func named(_ noun: Substring, isLast: Bool) -> PeriodExpression? {
    if noun == "weekend" { return .weekend(isLast: isLast) }
    return Cadence.all.first { $0 != .daily && $0.noun == noun }
      .map { .calendar($0, isLast: isLast) }
  }

  /// Parses `last 7 days`, `past two weeks`, `30 days`, `past week`.
  private static func rolling(_ words: [Substring]) -> PeriodExpression? {
    var words = ["last", "past"].contains(words.first) ? words.dropFirst() : words[...]
    if words.count == 1 { words = ["1"] + words }
    guard words.count == 2, let first = words.first, let noun = words.last,
      let count = Int64(digits: first) ?? Int64(numberWord: first), count > 0,
      noun.hasSuffix("s") || count == 1,
      let cadence = Cadence.all.first(where: { noun == $0.noun || noun == "\($0.noun)s" })
    else { return nil }
    return .rolling(Int32(min(count, 9_999)), cadence)
  }

  private static func isoWeek(_ text: String) -> PeriodExpression? {
    let parts = text.replacing("week ", with: "w").split(
      separator: "-",
      omittingEmptySubsequences: false
    )
    guard (1...2).contains(parts.count), let last = parts.last, last.first == "w",
      let week = Int64(digits: last.dropFirst()).map({ Int32($0) }), (1...53).contains(week)
    else { return nil }
    guard parts.count == 2 else { return week < 53 ? .isoWeek(year: nil, week: week) : nil }
    guard parts[0].utf8.count == 4, let year = Int64(digits: parts[0]).map({ Int32($0) }),
      monday(year, week) < monday(year + 1, 1)
    else { return nil }
    return .isoWeek(year: year, week: week)
  }

  /// Returns the days of the period.
  func days(today: LocalDay, _ weekStart: WeekStart) -> ClosedRange<LocalDay> {
    switch self {
    case .calendar(let cadence, let isLast):
      let this = cadence.period(of: today, weekStart)
      return isLast ? cadence.period(of: this.lowerBound - 1, weekStart) : this
    case .rolling(let count, let cadence): return Self.rolling(count, cadence, today)
    case .month(let month):
      return today.first(ofMonthsBefore: (today.civil.month - month + 12) % 12).wholeMonth
    case .isoWeek(let year, let week):
      let years = year.map { [$0] } ?? [today.year + 1, today.year, today.year - 1]
      let mondays = years.map { Self.monday($0, week) }
      let monday = mondays.first { $0 <= today } ?? mondays[0]
      return monday...(monday + 6)
    case .weekend(let isLast):
      let isWeekend = today.weekday > 5
      let saturday = today - (today.weekday + 1) % 7 - (isLast && isWeekend ? 7 : 0)
      return saturday...(saturday + 1)
    }
  }

  private static func rolling(
    _ count: Int32,
    _ cadence: Cadence,
    _ today: LocalDay
  ) -> ClosedRange<LocalDay> {
    switch cadence {
    case .daily: return (today - (count - 1))...today
    case .weekly: return (today - (count * 7 - 1))...today
    default:
      let month = today.first(ofMonthsBefore: cadence == .yearly ? count * 12 : count).wholeMonth
      let sameDay = month.lowerBound + (today.civil.day - 1)
      return min(sameDay + 1, month.upperBound + 1)...today
    }
  }

  /// Returns the Monday of a week; the first week of a year contains 4 January (ISO 8601).
  private static func monday(_ year: Int32, _ week: Int32) -> LocalDay {
    let day = LocalDay(year: year, month: 1, day: 4) ?? LocalDay(number: 0)
    return day - (day.weekday - 1) + (week - 1) * 7
  }
}
