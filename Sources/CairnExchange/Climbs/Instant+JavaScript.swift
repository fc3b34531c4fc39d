import Cairn

extension Instant {
  /// Parses a JavaScript date string: `Thu Jul 09 2026 15:17:17 GMT+0000 (GMT+00:00)`.
  ///
  /// The zone name in parentheses is optional and ignored; any other text gives nil (ECMA-262,
  /// Date.prototype.toString).
  init?(javaScript text: String) {
    let tokens = text.split(separator: " ", maxSplits: 6).map(String.init)
    guard tokens.count >= 6, let day = Self.day(tokens), let clock = Self.clock(tokens[4]),
      let offset = Self.offset(tokens[5])
    else { return nil }
    self.init(milliseconds: Int64(day.number) * 86_400_000 + clock - offset)
  }

  private static func day(_ tokens: [String]) -> LocalDay? {
    guard let month = months.firstIndex(of: tokens[1]), let day = digits(tokens[2], 2),
      let year = digits(tokens[3], 4)
    else { return nil }
    return LocalDay(year: Int32(year), month: Int32(month) + 1, day: Int32(day))
  }

  /// Returns `15:17:17` in milliseconds.
  private static func clock(_ word: String) -> Int64? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { digits($0, 2) }
    guard parts.count == 3, numbers.count == 3, numbers[0] < 24, numbers[1] < 60, numbers[2] < 60
    else { return nil }
    return ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1_000
  }

  /// Returns `GMT+0200` in milliseconds.
  private static func offset(_ word: String) -> Int64? {
    let sign: Int64 = word.hasPrefix("GMT-") ? -1 : 1
    guard word.hasPrefix("GMT+") || sign < 0, let number = digits(word.dropFirst(4), 4),
      number / 100 < 24, number % 100 < 60
    else { return nil }
    return sign * (number / 100 * 60 + number % 100) * 60_000
  }

  private static func digits(_ text: some StringProtocol, _ count: Int) -> Int64? {
    let isNumber = text.utf8.count == count && text.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber ? Int64(text) : nil
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
