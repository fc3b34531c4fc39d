import Cairn

/// A month or a year: `2026-03`, `march`, `mar 2025`, `2026`.
struct CalendarPeriod: Sendable, Equatable {
  /// `monthly` or `yearly`.
  let cadence: Cadence
  /// All its days.
  let days: ClosedRange<LocalDay>

  /// Parses a text; a month without a year is the latest that is not in the future.
  ///
  /// Throws `usage.time`.
  init(_ text: String, today: LocalDay) throws(CairnError) {
    let tokens = text.lowercased().split(whereSeparator: { " -".contains($0) }).map(String.init)
    let years = tokens.filter { $0.count == 4 && Int32($0) != nil }.compactMap { Int32($0) }
    let months = tokens.compactMap(Self.month)
    guard (1...2).contains(tokens.count), years.count + months.count == tokens.count,
      years.count < 2, months.count < 2,
      let day = Self.day(years.first, months.first, today)
    else {
      throw CairnError(
        "usage.time",
        "“\(text)” is not a month or a year.",
        hint: "Write 2026-03, march, march 2025 or 2026."
      )
    }
    (cadence, days) = months.isEmpty ? (.yearly, day.wholeYear) : (.monthly, day.wholeMonth)
  }

  private static func day(_ year: Int32?, _ month: Int32?, _ today: LocalDay) -> LocalDay? {
    let this = today.civil
    let latest = (month ?? 1) > this.month ? this.year - 1 : this.year
    return LocalDay(year: year ?? latest, month: month ?? 1, day: 1)
  }

  private static func month(_ word: String) -> Int32? {
    if word.count <= 2, let number = Int32(word), (1...12).contains(number) { return number }
    return EnglishCalendar.month(word[...])
  }
}
