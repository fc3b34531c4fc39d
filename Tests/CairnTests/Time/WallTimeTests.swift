import Cairn
import Testing

@Suite struct `A wall time` {
  @Test(arguments: [
    "2026-01-05T21:14:05", "2026-01-05", "2026-01-05T00:00:00", "0999-12-31T23:59:59",
  ])
  func `is written as it was read`(text: String) {
    #expect(WallTime(text: text)?.text == text)
  }

  @Test(arguments: [
    "", "2026-01-05T", "2026-01-05T24:00:00", "2026-01-05T21:60:00", "2026-01-05T21:14:60",
    "2026-01-05T21:14", "2026-02-29", "2026-01-05T21:14:05Z", "2026-01-05 21:14:05",
  ])
  func `is nothing else`(text: String) {
    #expect(WallTime(text: text) == nil)
  }

  @Test func `has a day of 86,400 seconds`() {
    let day = LocalDay(number: 0)
    #expect(WallTime(day, second: 86_399) != nil && WallTime(day)?.second == nil)
    #expect(WallTime(day, second: 86_400) == nil && WallTime(day, second: -1) == nil)
  }
}
