import Cairn

/// The order of day and month in a file's dates.
public struct DateOrder: Sendable, Hashable {
  /// The name in options: `dmy`.
  public let name: String

  /// Day, month, year.
  public static let dayFirst = DateOrder(name: "dmy")
  /// Month, day, year.
  public static let monthFirst = DateOrder(name: "mdy")

  /// Both orders.
  public static let all = [dayFirst, monthFirst]
}

/// A date in one of several common notations.
struct WrittenDate: Equatable {
  /// The possible dates, two if the notation is ambiguous.
  let days: [PartialDay]

  /// Parses `2023-01-05`, `2023-01`, `2023`, `5/1/2023` or `5.1.2023`; ignores a time after it.
  ///
  /// With dots, the day comes first. Otherwise, if the year is last, `order` decides; without it
  /// an ambiguous date keeps both interpretations. Any other text gives nil.
  init?(_ text: String, order: DateOrder?) {
    let date = text.prefix { $0 != "T" && $0 != " " }
    if let whole = PartialDay(written: date) {
      days = [whole]
      return
    }
    let parts = date.split(omittingEmptySubsequences: false) { "/-.".contains($0) }
    let numbers = parts.compactMap { $0.count <= 4 ? Int32($0) : nil }
    guard parts.count == 3, numbers.count == 3, numbers[2] >= 1_000 else { return nil }
    let order = date.contains(".") ? .dayFirst : order
    let dayFirst = LocalDay(year: numbers[2], month: numbers[1], day: numbers[0])
    let monthFirst = LocalDay(year: numbers[2], month: numbers[0], day: numbers[1])
    let possible = [
      order == .monthFirst ? nil : dayFirst, order == .dayFirst ? nil : monthFirst,
    ].compactMap { $0.map { PartialDay($0) } }
    guard !possible.isEmpty else { return nil }
    days = possible.first == possible.last ? [possible[0]] : possible
  }
}
