/// A civil date as far as it is known: a day, a month, or a year.
///
/// What is not known is never filled in: `2025-03` stays March 2025 wherever it goes.
public struct PartialDay: Sendable, Hashable {
  /// The earliest day it can be.
  public let first: LocalDay
  /// The latest day it can be.
  public let last: LocalDay

  /// A date of which the day is known.
  public init(_ day: LocalDay) {
    (first, last) = (day, day)
  }

  /// A date of which only the month is known; nil when there is no such month.
  public init?(year: Int32, month: Int32) {
    guard let first = LocalDay(year: year, month: month, day: 1) else { return nil }
    (self.first, last) = (first, first.wholeMonth.upperBound)
  }

  /// A date of which only the year is known.
  public init?(year: Int32) {
    guard let first = LocalDay(year: year, month: 1, day: 1) else { return nil }
    (self.first, last) = (first, first.wholeYear.upperBound)
  }

  /// The day, or nil when only the month or the year is known.
  public var day: LocalDay? { first == last ? first : nil }

  /// The year.
  public var year: Int32 { first.year }

  /// The month, 1–12, or nil when only the year is known.
  public var month: Int32? {
    let month = first.civil.month
    return month == last.civil.month ? month : nil
  }
}

extension PartialDay {
  /// Reads `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; nil for anything else and for what does not exist.
  public init?(text: String) {
    guard let date = Self.read(text) else { return nil }
    self = date
  }

  private static func read(_ text: String) -> PartialDay? {
    if let day = LocalDay(text: text) { return PartialDay(day) }
    var reader = DigitReader(text)
    guard let year = reader.number(4), year > 0 else { return nil }
    if reader.isAtEnd { return PartialDay(year: Int32(year)) }
    guard reader.skip("-"), let month = reader.number(2), reader.isAtEnd else { return nil }
    return PartialDay(year: Int32(year), month: Int32(month))
  }

  /// As it is written and stored: `2025-03-14`, `2025-03` or `2025`.
  ///
  /// From the year 1 to 9999 the texts order as the dates do.
  public var text: String {
    if let day { return day.text }
    let year = padded(Int64(year), 4)
    return month.map { "\(year)-\(padded(Int64($0), 2))" } ?? year
  }
}

extension PartialDay: Comparable {
  /// Orders by the earliest day it can be; of two that begin together the vaguer is first.
  public static func < (left: PartialDay, right: PartialDay) -> Bool {
    left.first == right.first ? left.last > right.last : left.first < right.first
  }

  /// Whether it is earlier whatever the days are that are not known.
  public func isSurelyBefore(_ other: PartialDay) -> Bool { last < other.first }

  /// Whether a day may be this one.
  public func canBe(_ day: LocalDay) -> Bool { first <= day && day <= last }
}
