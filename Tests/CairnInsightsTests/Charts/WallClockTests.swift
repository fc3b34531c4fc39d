import Cairn
import CairnInsights
import Testing

@Suite struct `A time of day` {
  private let clock = WallClock(zone: .utc, now: Instant(milliseconds: 0))
  private let day = LocalDay(year: 1970, month: 1, day: 2)

  /// Formats from half past `from` to half past `to`, in hours since 1970-01-01T00:00.
  private func timeRange(_ from: Int64, _ to: Int64?) throws -> String {
    let half = { (hour: Int64) in Instant(milliseconds: hour * 3_600_000 + 1_800_000) }
    return clock.timeRange(half(from), to.map(half), on: try #require(day))
  }

  @Test(arguments: [
    (30, 31, "06:30–07:30"), (47, 48, "23:30–00:30 (3 Jan)"), (48, 49, "00:30–01:30 (3 Jan)"),
    (23, 24, "23:30 (1 Jan)–00:30"), (20, 50, "20:30 (1 Jan)–02:30 (3 Jan)"),
  ])
  func `has a date if it differs from that of its heading`(
    from: Int64,
    to: Int64,
    words: String
  ) throws {
    #expect(try timeRange(from, to) == words)
  }

  @Test func `has a date at a start without an end`() throws {
    #expect(try timeRange(48, nil) == "00:30 (3 Jan)")
    #expect(try timeRange(30, nil) == "06:30")
  }

  /// At 20:40 UTC on Monday, 5 January 2026.
  private func text(_ time: String, _ style: ClockStyle = .twentyFourHours) throws -> String {
    let now = try #require(Instant(text: "2026-01-05T20:40:00Z"))
    let clock = WallClock(zone: .utc, now: now, style: style)
    return clock.text(try #require(Instant(text: time)))
  }

  @Test func `has a day in words unless it is today, and a year unless it is this one`() throws {
    #expect(try text("2026-01-05T18:00:00Z") == "18:00")
    #expect(try text("2026-01-04T18:00:00Z") == "yesterday 18:00")
    #expect(try text("2026-01-03T18:00:00Z") == "3 Jan 18:00")
    #expect(try text("2025-12-31T18:00:00Z") == "31 Dec 2025 18:00")
    #expect(try text("2025-12-31T18:00:00Z", .twelveHours) == "31 Dec 2025 6:00 PM")
  }

  @Test func `has AM and PM at both ends, and after the seconds of an error`() throws {
    let clock = WallClock(zone: .utc, now: Instant(milliseconds: 0), style: .twelveHours)
    let (start, end) = (Instant(milliseconds: 86_400_000), Instant(milliseconds: 131_400_000))
    #expect(clock.timeRange(start, end, on: try #require(day)) == "12:00 AM–12:30 PM")
    let error = CairnError("a.b", "Since 1970-01-01T20:40:05Z.", hint: "")
    #expect(clock.withLocalTimes(error).message == "Since 8:40:05 PM.")
  }
}
