import Cairn

/// A day in the notation that a person types.
enum DayExpression: Sendable, Equatable {
  /// A number of days before today.
  case ago(Int32)
  /// The latest such weekday that is not in the future; 1 is Monday.
  case weekday(Int32)
  /// A day of a month; without a year, the latest that is not in the future.
  case date(day: Int32, month: Int32, year: Int32?, weekday: Int32?)

  /// Parses `today`, `yesterday`, `monday`, `2026-01-05`, `5 jan`, `mon 5 jan 2026`; else nil.
  ///
  /// The text must be lower case with single spaces.
  init?(text: String) {
    let tokens = text.split(separator: " ")
    switch text {
    case "today": self = .ago(0)
    case "yesterday": self = .ago(1)
    default:
      if tokens.count == 1, let weekday = Self.weekday(tokens[0]) {
        self = .weekday(weekday)
      } else if let (year, month, day) = LocalDay(text: text)?.civil {
        self = .date(day: day, month: month, year: year, weekday: nil)
      } else if let date = Self.spoken(tokens[...]) {
        self = date
      } else {
        return nil
      }
    }
  }

  /// Parses `[mon] 5 jan [2026]`, the format of printed dates.
  private static func spoken(_ tokens: ArraySlice<Substring>) -> DayExpression? {
    let weekday = tokens.first.flatMap(weekday)
    let remaining = Array(weekday == nil ? tokens : tokens.dropFirst())
    guard (2...3).contains(remaining.count), remaining[0].utf8.count <= 2,
      let day = Int64(digits: remaining[0]), (1...31).contains(day),
      let month = number(of: remaining[1], in: CalendarText.months)
    else { return nil }
    guard remaining.count == 3 else {
      return .date(day: Int32(day), month: month, year: nil, weekday: weekday)
    }
    guard remaining[2].utf8.count == 4, let year = Int64(digits: remaining[2]) else { return nil }
    return .date(day: Int32(day), month: month, year: Int32(year), weekday: weekday)
  }

  private static func weekday(_ word: Substring) -> Int32? {
    number(of: word, in: CalendarText.weekdays)
  }

  /// Returns the 1-based index of a name; its first three letters suffice.
  private static func number(of word: Substring, in names: [String]) -> Int32? {
    names.firstIndex { $0.lowercased() == word || $0.lowercased().prefix(3) == word }
      .map { Int32($0) + 1 }
  }
}
