/// A text that could mean several times, or none in the past; the hint of its error names what to write instead.
package enum NearestForm: Sendable, Equatable {
  /// An hour without minutes, am and pm, after a day or none: `9`, `yesterday 9`, `21h`.
  case hour(day: String, Int64)
  /// A date of which a day and a month are numbers: `5/1/2026`.
  case numbers([LocalDay])
  /// Two hours that could be by day or by night: `11-1`.
  case hours(Int64, Int64)
  /// A day without a time: `yesterday`, `last night`.
  case day(String)
  /// A duration with a unit: `15 minutes`.
  case length(String)
  /// Something in the future: `tomorrow 8am`.
  case future

  /// Recognizes a tidy text; nil for anything else.
  package init?(text: String) {
    let words = text.split(separator: " ")
    if words.contains(where: { ["tomorrow", "next"].contains($0) }) {
      self = .future
    } else if let days = words.first.flatMap(Self.days) {
      self = .numbers(days)
    } else if Self.isDay(text) {
      self = .day(text)
    } else if let hour = words.last.flatMap(Self.hour),
      words.count == 1 || DayExpression(text: words.dropLast().joined(separator: " ")) != nil
    {
      self = .hour(day: words.dropLast().map { "\($0) " }.joined(), hour)
    } else if let (first, last) = Self.hours(words) {
      self = .hours(first, last)
    } else if text.contains(where: { $0.isASCIILetter }), Milliseconds(durationText: text) != nil {
      self = .length(text)
    } else {
      return nil
    }
  }

  private static func isDay(_ text: String) -> Bool {
    if DayExpression(text: text) != nil { return true }
    guard case .on = TimeExpression(text: "\(text) 9am") else { return false }
    return true
  }

  private static func hours(_ words: [Substring]) -> (Int64, Int64)? {
    let hours = words.count == 1 ? words[0].split(separator: "-").compactMap(hour) : []
    return hours.count == 2 && hours.allSatisfy { (1...12).contains($0) }
      ? (hours[0], hours[1]) : nil
  }

  private static func hour(_ word: Substring) -> Int64? {
    let digits = word.hasSuffix("h") ? word.dropLast() : word
    guard digits.utf8.count <= 2, let hour = Int64(digits: digits), hour < 24 else { return nil }
    return hour
  }

  /// Returns both readings of a date of numbers, those that exist.
  private static func days(_ word: Substring) -> [LocalDay]? {
    let parts = word.split { "/.-".contains($0) }.compactMap { Int64(digits: $0) }
    guard !word.utf8.contains(UInt8(ascii: ":")), parts.count == 3,
      let year = parts.first(where: { $0 > 99 })
    else {
      return nil
    }
    let rest = parts.filter { $0 < 100 }.map { Int32($0) }
    guard rest.count == 2 else { return nil }
    let orders = parts[0] == year ? [rest] : [rest, rest.reversed()]
    let days = orders.compactMap { LocalDay(year: Int32(year), month: $0[0], day: $0[1]) }
    return days.isEmpty || LocalDay(text: String(word)) != nil ? nil : days
  }

  /// Returns what to write; nil if these forms need no other.
  package func hint(_ forms: TimeForms) -> String? {
    switch (self, forms) {
    case (.future, .times), (.future, .ranges):
      "A session is in the past: write today or a day before."
    case (.numbers(let days), _): "Write \(days.map { $0.text }.joined(separator: " or "))."
    case (.day(let day), .times): "Add a time: \(day) \(Self.example(day))."
    case (.day(let day), .ranges): "Add the times: \(day) \(Self.example(day))-10:15."
    case (.length(let length), .times): "Write \(length) ago."
    case (.hours(let first, let last), .ranges):
      "Write \(first)am-\(last)pm or \(first)pm-\(last)am."
    case (.hour(let day, let hour), .times):
      "Write \(Self.clocks(day, hour).joined(separator: " or "))."
    default: nil
    }
  }

  private static func clocks(_ day: String, _ hour: Int64) -> [String] {
    guard (1...12).contains(hour) else { return ["\(day)\(hour):00"] }
    return ["\(day)\(hour)am", "\(day)\(hour)pm"]
  }

  private static func example(_ day: String) -> String { day.hasSuffix("night") ? "9pm" : "9:00" }
}
