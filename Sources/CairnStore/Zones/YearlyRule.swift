import Cairn

/// The changes of an offset that repeat every year, from the last line of a zone file.
///
/// The line has the form of the variable TZ (POSIX.1-2017, 8.3), with hours from -167 to 167 (RFC 9636, 3.3.1):
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyRule {
  /// The offsets in seconds east of Greenwich.
  let (standard, summer): (Int64, Int64)
  /// When summer time begins by the clock of standard time, and ends by its own; nil if there is none.
  private let change: (begin: YearlyMoment, end: YearlyMoment)?

  /// Reads the line; nil if it is empty or invalid.
  init?(_ line: ArraySlice<UInt8>) {
    var reader = RuleReader(rest: line)
    guard reader.skipName(), let west = reader.time() else { return nil }
    standard = -west
    guard reader.skipName() else {
      guard reader.isAtEnd else { return nil }
      (summer, change) = (standard, nil)
      return
    }
    summer = reader.time().map { -$0 } ?? standard + 3_600
    guard let begin = reader.moment(), let end = reader.moment(), reader.isAtEnd else { return nil }
    change = (begin, end)
  }

  /// The transitions of a year, ascending.
  func transitions(in year: Int32) -> [ZoneFile.Transition] {
    guard let change else { return [] }
    let begin = change.begin.seconds(in: year) - standard
    let end = change.end.seconds(in: year) - summer
    return begin < end
      ? [(begin, summer), (end, standard)] : [(end, standard), (begin, summer)]
  }
}

/// A moment of each year by the wall clock.
struct YearlyMoment {
  enum Date {
    /// A day of the year from 1 to 365, which never counts 29 February.
    case day(Int32)
    /// A day of the year from 0 to 365, which counts 29 February.
    case leapDay(Int32)
    /// A weekday, 0 for Sunday, in the first to fourth week of a month, or 5 for its last.
    case weekday(Int32, week: Int32, month: Int32)
  }

  let date: Date
  /// Seconds since midnight; they may be negative, or more than a day.
  let time: Int64

  /// Returns the seconds since 1970-01-01T00:00 of the same clock.
  func seconds(in year: Int32) -> Int64 { Int64(day(in: year).number) * 86_400 + time }

  private func day(in year: Int32) -> LocalDay {
    switch date {
    case .day(let day): return first(1, year) + (day > 59 && isLeap(year) ? day : day - 1)
    case .leapDay(let day): return first(1, year) + day
    case .weekday(let weekday, let week, let month):
      let start = first(month, year)
      let day = start + (weekday - start.weekday + 7) % 7 + (week - 1) * 7
      return day <= start.wholeMonth.upperBound ? day : day - 7
    }
  }

  private func first(_ month: Int32, _ year: Int32) -> LocalDay {
    LocalDay(year: year, month: month, day: 1) ?? LocalDay(number: 0)
  }

  private func isLeap(_ year: Int32) -> Bool { LocalDay(year: year, month: 2, day: 29) != nil }
}

/// Reads the parts of a rule in order.
struct RuleReader {
  var rest: ArraySlice<UInt8>

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips the name of a time, such as `CET` or `<+03>`.
  mutating func skipName() -> Bool {
    let before = rest.count
    if skip("<") {
      rest = rest.drop { $0 != UInt8(ascii: ">") }
      return skip(">")
    }
    rest = rest.drop { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
    return rest.count < before
  }

  /// Reads `[+-]hours[:minutes[:seconds]]` as seconds.
  mutating func time() -> Int64? {
    let sign: Int64 = skip("-") ? -1 : 1
    if sign == 1 { _ = skip("+") }
    guard let hours = number(0...167) else { return nil }
    let minutes = skip(":") ? number(0...59) : 0
    let seconds = skip(":") ? number(0...59) : 0
    guard let minutes, let seconds else { return nil }
    return sign * (Int64(hours) * 3_600 + Int64(minutes) * 60 + Int64(seconds))
  }

  /// Reads `,date[/time]`; the time is 02:00 by default.
  mutating func moment() -> YearlyMoment? {
    guard skip(","), let date = date() else { return nil }
    guard let time = skip("/") ? time() : 7_200 else { return nil }
    return YearlyMoment(date: date, time: time)
  }

  private mutating func date() -> YearlyMoment.Date? {
    if skip("J") { return number(1...365).map { .day($0) } }
    guard skip("M") else { return number(0...365).map { .leapDay($0) } }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }

  private mutating func number(_ range: ClosedRange<Int32>) -> Int32? {
    let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
    rest = rest.dropFirst(digits.count)
    return Int32(String(decoding: digits, as: UTF8.self)).flatMap { range.contains($0) ? $0 : nil }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }
}
