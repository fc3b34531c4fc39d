import Cairn
import Testing

@Suite struct `A clock style` {
  @Test(
    arguments: [
      (0, "00:00", "12:00 AM"), (1, "00:01", "12:01 AM"), (59, "00:59", "12:59 AM"),
      (60, "01:00", "1:00 AM"), (719, "11:59", "11:59 AM"), (720, "12:00", "12:00 PM"),
      (779, "12:59", "12:59 PM"), (780, "13:00", "1:00 PM"), (1_240, "20:40", "8:40 PM"),
      (1_439, "23:59", "11:59 PM"), (1_440, "00:00", "12:00 AM"), (-1, "23:59", "11:59 PM"),
    ] as [(Int64, String, String)]
  )
  func `writes a minute of the day`(minute: Int64, long: String, short: String) {
    #expect(ClockStyle.twentyFourHours.text(minute: minute) == long)
    #expect(ClockStyle.twelveHours.text(minute: minute) == short)
  }

  @Test func `writes seconds before AM and PM`() {
    #expect(ClockStyle.twentyFourHours.text(minute: 1_240, second: 5) == "20:40:05")
    #expect(ClockStyle.twelveHours.text(minute: 1_240, second: 5) == "8:40:05 PM")
    #expect(ClockStyle.twelveHours.exactText(wallClock: 5_000) == "12:00:05 AM")
    #expect(ClockStyle.twelveHours.exactText(wallClock: 60_999) == "12:01 AM")
  }

  @Test(arguments: [
    (0, "0", "12 AM"), (9, "9", "9 AM"), (12, "12", "12 PM"), (21, "21", "9 PM"),
  ])
  func `labels the hours of an axis`(hour: Int, long: String, short: String) {
    #expect(ClockStyle.twentyFourHours.label(hour: hour) == long)
    #expect(ClockStyle.twelveHours.label(hour: hour) == short)
  }

  @Test func `has a name, and 24 hours are the default`() {
    #expect(ClockStyle.all.map(\.name) == ["24h", "12h"])
    #expect(ClockStyle(name: "12h") == .twelveHours && ClockStyle(name: "12") == nil)
    #expect(ClockStyle.current == .twentyFourHours)
  }
}
