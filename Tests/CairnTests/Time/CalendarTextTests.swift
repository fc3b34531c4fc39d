import Cairn
import Testing

@Suite struct `A date in English` {
  @Test(arguments: [
    ("2026-01-05", "Mon 5 Jan 2026"), ("2026-01", "January 2026"), ("2026", "2026"),
  ])
  func `is as precise as known`(text: String, words: String) throws {
    #expect(CalendarText.date(try #require(PartialDay(text: text))) == words)
  }

  @Test func `omits the current year`() throws {
    let day = try #require(LocalDay(text: "2026-01-05"))
    #expect(CalendarText.day(day, in: 2026) == "Mon 5 Jan")
    #expect(CalendarText.day(day, in: 2027) == "Mon 5 Jan 2026")
    #expect(CalendarText.short(day, in: 2026) == "5 Jan")
    #expect(CalendarText.days(day...day) == "Mon 5 Jan 2026")
    #expect(CalendarText.days(day...(day + 6)) == "Mon 5 Jan 2026 to Sun 11 Jan 2026")
  }
}
