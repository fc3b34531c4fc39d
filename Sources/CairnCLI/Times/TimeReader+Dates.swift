import Cairn

extension TimeReader {
  /// Parses a full or partial date: `2025`, `2025-03`, `march 2025`, or a day as in ``day(_:)``.
  func date(_ text: String) throws(CairnError) -> PartialDay {
    let tidy = TypedText.tidy(text)
    if let date = PartialDay(text: tidy) ?? Self.month(tidy) { return date }
    guard isDate(tidy) else { throw .unclear(text, "a date", .dates) }
    return PartialDay(try day(text).value)
  }

  /// Returns whether a text has the form of a date, even if that day does not exist.
  func isDate(_ text: String) -> Bool {
    let tidy = TypedText.tidy(text)
    return PartialDay(text: tidy) ?? Self.month(tidy) != nil || DayExpression(text: tidy) != nil
  }

  private static func month(_ text: String) -> PartialDay? {
    let words = text.split(separator: " ")
    guard words.count == 2 else { return nil }
    let (name, digits) = words[1].utf8.count == 4 ? (words[0], words[1]) : (words[1], words[0])
    guard digits.utf8.count == 4, let year = Int64(digits: digits),
      let month = EnglishCalendar.month(name)
    else { return nil }
    return PartialDay(year: Int32(year), month: month)
  }
}
