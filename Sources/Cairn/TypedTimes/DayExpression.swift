/// A day in the notation that a person types.
package enum DayExpression: Sendable, Equatable {
  /// A number of days before today.
  case ago(Int32)
  /// The latest such weekday that is not in the future; 1 is Monday.
  case weekday(Int32)
  /// The latest such weekday before today.
  case lastWeekday(Int32)
  /// A day of a month; without a year or a month, the latest that is not in the future.
  case date(day: Int32, month: Int32?, year: Int32?, weekday: Int32?)

  /// Parses `today`, `yesterday`, `3 days ago`, `last friday`, `2026-01-05`, `5 jan`, `mon jan 5th 2026`, `5th`; else nil.
  ///
  /// The text must be tidy.
  package init?(text: String) {
    let tokens = text.split(separator: " ")
    if let days = Self.days[text] {
      self = .ago(days)
    } else if let day = Self.ago(tokens) ?? Self.weekday(tokens) {
      self = day
    } else if let (year, month, day) = LocalDay(text: text)?.civil {
      self = .date(day: day, month: month, year: year, weekday: nil)
    } else if let date = Self.spoken(tokens) {
      self = date
    } else {
      return nil
    }
  }

  private static let days: [String: Int32] = [
    "today": 0, "yesterday": 1, "day before yesterday": 2,
  ]

  /// Parses `3 days ago`, `a week ago`.
  package static func ago(_ tokens: [Substring]) -> DayExpression? {
    guard tokens.count == 3, tokens[2] == "ago", let length = lengths[tokens[1]],
      let count = Int64(numberWord: tokens[0]) ?? Int64(digits: tokens[0])
    else { return nil }
    return .ago(Int32(count) * length)
  }

  private static let lengths: [Substring: Int32] = ["day": 1, "days": 1, "week": 7, "weeks": 7]

  /// Parses `friday`, `this friday`, `last friday`.
  private static func weekday(_ tokens: [Substring]) -> DayExpression? {
    guard (1...2).contains(tokens.count),
      let day = EnglishCalendar.weekday(tokens[tokens.count - 1])
    else { return nil }
    switch tokens.count == 1 ? "this" : tokens[0] {
    case "this": return .weekday(day)
    case "last", "past": return .lastWeekday(day)
    default: return nil
    }
  }

  /// Parses `[mon] 5 jan [2026]`, the format of printed dates, `[mon] jan 5 [2026]` and `[mon] 5th`.
  private static func spoken(_ tokens: [Substring]) -> DayExpression? {
    let weekday = tokens.first.flatMap(EnglishCalendar.weekday)
    let words = Array(weekday == nil ? tokens[...] : tokens.dropFirst())
    let months = words.prefix(2).compactMap(EnglishCalendar.month)
    let days = words.prefix(2).compactMap { number(ofDay: $0, isAlone: words.count == 1) }
    let years = words.dropFirst(2).compactMap { $0.utf8.count == 4 ? Int64(digits: $0) : nil }
    guard days.count == 1, months.count == min(words.count, 2) - 1,
      years.count == max(words.count, 2) - 2, years.count < 2
    else { return nil }
    return .date(
      day: days[0],
      month: months.first,
      year: years.first.map { Int32($0) },
      weekday: weekday
    )
  }

  /// Parses a day of a month, which needs its ending if it is alone: `5`, `5th`.
  private static func number(ofDay word: Substring, isAlone: Bool) -> Int32? {
    let hasEnding = ["st", "nd", "rd", "th"].contains(word.suffix(2))
    let digits = hasEnding ? word.dropLast(2) : word
    guard hasEnding || !isAlone, digits.utf8.count <= 2, let day = Int64(digits: digits),
      (1...31).contains(day)
    else { return nil }
    return Int32(day)
  }
}

/// The English names of months and weekdays as people type them: in full, or the first three letters and more.
package enum EnglishCalendar {
  /// Returns 1 for January to 12; nil for anything else.
  package static func month(_ word: Substring) -> Int32? {
    number(of: word, in: CalendarText.months)
  }

  /// Returns 1 for Monday to 7; nil for anything else.
  package static func weekday(_ word: Substring) -> Int32? {
    number(of: word, in: CalendarText.weekdays)
  }

  private static func number(of word: Substring, in names: [String]) -> Int32? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.lowercased().hasPrefix(word) }.map { Int32($0) + 1 }
  }
}
