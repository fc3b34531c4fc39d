/// A calendar date in the proleptic Gregorian calendar: days since 1970-01-01.
///
/// Arithmetic saturates at ±``maximum``, so that no stored value can trap.
public struct LocalDay: Sendable, Hashable, Comparable {
  /// The days since 1970-01-01, at most ``maximum`` before or after it.
  public let number: Int32

  /// The largest day number, about 735,000 years from 1970.
  public static let maximum: Int32 = 1 << 28

  /// Creates a day from its number since 1970-01-01, clamped to the valid range.
  public init(number: Int32) {
    self.number = min(max(number, -Self.maximum), Self.maximum)
  }

  private init(number: Int64) {
    self.init(number: Int32(clamping: number))
  }

  /// Creates a day from year, month and day; nil if that day does not exist.
  public init?(year: Int32, month: Int32, day: Int32) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.init(number: Self.number(year: year, month: month, day: day))
  }

  /// Parses `YYYY-MM-DD`; nil for anything else, including days that do not exist.
  public init?(text: String) {
    var reader = DigitReader(text)
    guard let day = reader.day(), reader.isAtEnd else { return nil }
    self = day
  }

  /// The text form `YYYY-MM-DD`.
  public var text: String {
    let (year, month, day) = civil
    return "\(padded(Int64(year), 4))-\(padded(Int64(month), 2))-\(padded(Int64(day), 2))"
  }

  /// The day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
  public var weekday: Int32 { Int32(floorRemainder(Int64(number) + 3, 7)) + 1 }

  /// Compares the numbers; the default of `Strideable` would overflow for distant days.
  public static func == (left: LocalDay, right: LocalDay) -> Bool { left.number == right.number }

  /// Orders earlier days first.
  public static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }

  /// Returns the day `count` days later.
  public static func + (left: LocalDay, count: Int32) -> LocalDay {
    LocalDay(number: Int64(left.number) + Int64(count))
  }

  /// Returns the day `count` days earlier.
  public static func - (left: LocalDay, count: Int32) -> LocalDay {
    LocalDay(number: Int64(left.number) - Int64(count))
  }

  /// Returns the days from `right` to `left`; negative if `left` is earlier.
  public static func - (left: LocalDay, right: LocalDay) -> Int32 { left.number - right.number }
}

/// Makes ranges of days countable and iterable.
extension LocalDay: Strideable {
  /// Returns the days to another day; negative if that is earlier.
  public func distance(to other: LocalDay) -> Int { Int(other.number) - Int(number) }

  /// Returns the day a number of days later, or earlier for a negative number.
  public func advanced(by days: Int) -> LocalDay { self + Int32(clamping: days) }
}

extension LocalDay {
  /// The year, month (1–12) and day of the month (1–31).
  ///
  /// The algorithm uses eras of 400 years that start on 1 March. The leap day then comes last, and the
  /// lengths of months follow one linear rule.
  public var civil: (year: Int32, month: Int32, day: Int32) {
    let shifted = Int64(number) + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = floorRemainder(shifted, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int32(year), Int32(month), Int32(day))
  }

  /// The calendar year.
  public var year: Int32 { civil.year }

  /// The calendar month of this day, from its first day to its last.
  public var wholeMonth: ClosedRange<LocalDay> {
    let (year, month, day) = civil
    let first = self - (day - 1)
    return first...(first + (Self.length(ofMonth: month, year: year) - 1))
  }

  /// The calendar year of this day, from 1 January to 31 December.
  public var wholeYear: ClosedRange<LocalDay> {
    let first = LocalDay(number: Self.number(year: year, month: 1, day: 1))
    return first...LocalDay(number: Self.number(year: year, month: 12, day: 31))
  }

  private static func number(year: Int32, month: Int32, day: Int32) -> Int64 {
    let marchYear = Int64(year) - (month <= 2 ? 1 : 0)
    let era = floorDivide(marchYear, 400)
    let yearOfEra = floorRemainder(marchYear, 400)
    let marchMonth = Int64(month) + (month > 2 ? -3 : 9)
    let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func length(ofMonth month: Int32, year: Int32) -> Int32 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int32) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

/// Divides and rounds toward minus infinity.
package func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}

/// Returns the remainder of `floorDivide`, never negative for a positive divisor.
package func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
  let remainder = value % divisor
  return remainder < 0 ? remainder + divisor : remainder
}
