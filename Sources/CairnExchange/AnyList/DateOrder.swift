import Cairn

/// In which order a file writes the parts of a date.
public struct DateOrder: Sendable, Hashable {
  /// The name a person types: `dmy`.
  public let name: String

  /// Day, month, year.
  public static let dayFirst = DateOrder(name: "dmy")
  /// Month, day, year.
  public static let monthFirst = DateOrder(name: "mdy")

  /// Both orders.
  public static let all = [dayFirst, monthFirst]
}

/// A date as a person may have written it.
struct WrittenDate: Equatable {
  /// What it means; both orders when it can be read in two ways.
  let days: [PartialDay]

  /// Reads `2023-01-05`, `2023-01`, `2023`, `5/1/2023` or `5.1.2023`, a time behind it left out; nil for no day.
  ///
  /// Between points the day comes first everywhere. Elsewhere, with the year last, `order` says
  /// what comes first; without it a text with two readings keeps both.
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
