import Cairn

/// The second line of a clipping: how, where and when a place was marked.
///
/// `- Your Highlight on page 12 | Location 145-146 | Added on Monday, January 1, 2024 10:00:00 AM`,
/// in the language of the device. What is not understood stays unknown.
struct ClippingMark: Equatable {
  /// The line itself.
  let line: String
  var form: Passage.Form?
  var page: Int64?
  var location: Int64?
  var made: WallTime?

  init(_ line: String) {
    self.line = line
    let parts = line.split(separator: "|").map(String.init)
    let place = folded((parts.count > 1 ? parts.dropLast() : parts[...]).joined(separator: " | "))
    form = ClippingWords.forms.first { form in form.words.contains { place.contains($0) } }?.form
    page =
      ClippingWords.pages.lazy.compactMap { Self.number(after: $0, in: place) }.first
      ?? ClippingWords.pageSigns.lazy.compactMap { Self.number(before: $0, in: place) }.first
    location = ClippingWords.locations.lazy.compactMap { Self.number(after: $0, in: place) }.first
    made = parts.count > 1 ? WallTime(written: parts[parts.count - 1]) : nil
  }

  /// The number behind a word, or behind `No.` between them.
  private static func number(after word: String, in text: String) -> Int64? {
    guard let found = text.firstRange(of: word) else { return nil }
    let rest = text[found.upperBound...].drop { " no".contains($0) }
    return possible(rest.prefix { $0.isASCII && $0.isNumber })
  }

  private static func number(before sign: String, in text: String) -> Int64? {
    guard let found = text.firstRange(of: sign) else { return nil }
    let before = trimmed(String(text[..<found.lowerBound]))
    let count = before.utf8.reversed().prefix { (48...57).contains($0) }.count
    return possible(before.suffix(count))
  }

  private static func possible(_ digits: some StringProtocol) -> Int64? {
    Int64(digits).flatMap { Passage.places.contains($0) ? $0 : nil }
  }
}

extension WallTime {
  /// Reads a day and a time among words: months by name, or year, month and day in this order.
  ///
  /// Nil for a day that is not understood, also for one in figures alone that can be two days.
  init?(written text: String) {
    let text = text.lowercased()
    let words: [Substring] = text.split { !$0.isLetter && !$0.isNumber && $0 != ":" }
    let time = words.lazy.compactMap { Self.second($0, in: text) }.first
    let figures: [Substring] = text.split { !$0.isASCII || !($0.isNumber || $0 == ":") }
    let numbers = figures.compactMap { $0.count <= 4 ? Int32($0) : nil }
    let month = words.lazy.compactMap { ClippingWords.months[folded(String($0))] }.first
    let day: LocalDay? =
      if let month, let year = numbers.first(where: { $0 >= 1_000 }),
        let number = numbers.first(where: { $0 < 32 })
      {
        LocalDay(year: year, month: month, day: number)
      } else if month == nil, numbers.count >= 3, numbers[0] >= 1_000 {
        LocalDay(year: numbers[0], month: numbers[1], day: numbers[2])
      } else {
        nil
      }
    guard let day else { return nil }
    self.init(day, second: time)
  }

  /// Seconds since midnight of `9:14:05` or `9:14`, by the half of the day that `text` names.
  private static func second(_ word: Substring, in text: String) -> Int64? {
    let parts = word.drop { !$0.isASCII || !$0.isNumber }
      .split(separator: ":").compactMap { Int64($0) }
    guard (2...3).contains(parts.count), parts[0] < 24, parts.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    var hour = parts[0]
    if ClippingWords.mornings.contains(where: text.contains), hour == 12 { hour = 0 }
    if ClippingWords.afternoons.contains(where: text.contains), hour < 12 { hour += 12 }
    return hour * 3_600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
  }
}
