import Cairn
import CairnInsights
import Testing

@Suite struct `A time of day` {
  private let clock = WallClock(zone: .utc, now: Instant(milliseconds: 0))
  private let day = LocalDay(year: 1970, month: 1, day: 2)

  /// Formats from half past `from` to half past `to`, in hours since 1970-01-01T00:00.
  private func stretch(_ from: Int64, _ to: Int64?) throws -> String {
    let half = { (hour: Int64) in Instant(milliseconds: hour * 3_600_000 + 1_800_000) }
    return clock.stretch(half(from), to.map(half), on: try #require(day))
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
    #expect(try stretch(from, to) == words)
  }

  @Test func `has a date at a start without an end`() throws {
    #expect(try stretch(48, nil) == "00:30 (3 Jan)")
    #expect(try stretch(30, nil) == "06:30")
  }
}
