/// A calendar date as precise as known: a day, a month or a year.
///
/// Unknown parts are never filled in: `2025-03` stays March 2025 everywhere.
public struct PartialDay: Sendable, Hashable {
  /// The earliest possible day.
  public let first: LocalDay
  /// The latest possible day.
  public let last: LocalDay

  /// Creates a date with a known day.
  public init(_ day: LocalDay) {
    (first, last) = (day, day)
  }

  /// Creates a date with only a known month; nil if there is no such month.
  public init?(year: Int32, month: Int32) {
    guard let first = LocalDay(year: year, month: month, day: 1) else { return nil }
    (self.first, last) = (first, first.wholeMonth.upperBound)
  }

  /// Creates a date with only a known year; nil if it is out of range.
  public init?(year: Int32) {
    guard let first = LocalDay(year: year, month: 1, day: 1) else { return nil }
    (self.first, last) = (first, first.wholeYear.upperBound)
  }

  /// The day, or nil if only the month or the year is known.
  public var day: LocalDay? { first == last ? first : nil }

  /// The year.
  public var year: Int32 { first.year }

  /// The month, 1–12, or nil if only the year is known.
  public var month: Int32? {
    let month = first.civil.month
    return month == last.civil.month ? month : nil
  }
}

extension PartialDay {
  /// Parses `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; nil for anything else and for impossible dates.
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

  /// The text as written and stored: `2025-03-14`, `2025-03` or `2025`.
  ///
  /// For the years 1 to 9999, the texts sort like the dates.
  public var text: String {
    if let day { return day.text }
    let year = padded(Int64(year), 4)
    return month.map { "\(year)-\(padded(Int64($0), 2))" } ?? year
  }
}

extension PartialDay: Comparable {
  /// Orders by the earliest possible day; for equal ones the less precise date comes first.
  public static func < (left: PartialDay, right: PartialDay) -> Bool {
    left.first == right.first ? left.last > right.last : left.first < right.first
  }

  /// Returns whether it is earlier, whatever its unknown parts are.
  public func isSurelyBefore(_ other: PartialDay) -> Bool { last < other.first }
}
