import Cairn
import CairnTestKit
import Foundation
import Testing

@Suite struct `Splitting time at day boundaries` {
  @Test(arguments: SeededGenerator.seeds)
  func `assigns each minute to the day on the clock, in every zone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for name in TimeZone.knownTimeZoneIdentifiers {
      let start = random.nearChange(of: name)
      let range = start..<start + .minutes(random.number(1...1_200))
      let hour = random.number(0...23)
      let expected = try minuteByMinute(range, name, hour)
      if pieces(range, try zone(name), hour) != expected {
        wrong.append("\(name) \(range.lowerBound.text) hour \(hour)")
      }
    }
    #expect(wrong.prefix(5) == [])
  }

  /// Returns the minutes of each day by the wall clock.
  private func minuteByMinute(
    _ range: Range<Instant>,
    _ name: String,
    _ hour: Int64
  ) throws -> [Int32: Int64] {
    let foundation = try #require(TimeZone(identifier: name))
    var minutes: [Int32: Int64] = [:]
    var second = range.lowerBound.milliseconds / 1_000
    while second < range.upperBound.milliseconds / 1_000 {
      let offset = foundation.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      let local = second + Int64(offset) - hour * 3_600
      minutes[Int32((Double(local) / 86_400).rounded(.down)), default: 0] += 60_000
      second += 60
    }
    return minutes
  }

  private func pieces(_ range: Range<Instant>, _ rules: ZoneRules, _ hour: Int64) -> [Int32: Int64]
  {
    var sums: [Int32: Int64] = [:]
    rules.eachDay(from: range.lowerBound, to: range.upperBound, dayStartHour: hour) { day, time in
      sums[day.number, default: 0] += time.count
    }
    return sums
  }

  @Test(arguments: SeededGenerator.seeds)
  func `loses no millisecond of a long time range in any zone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for name in TimeZone.knownTimeZoneIdentifiers {
      let start = random.instant()
      let length = Milliseconds(random.number(0...6_000_000_000))
      let sums = pieces(start..<start + length, try zone(name), random.number(0...23))
      if sums.values.reduce(0, +) != length.count { wrong.append(name) }
    }
    #expect(wrong.prefix(5) == [])
  }

  @Test func `returns nothing for an empty range`() throws {
    let start = try clock("18:00")
    #expect(pieces(start..<start, .utc, 0).isEmpty)
    var count = 0
    ZoneRules.utc.eachDay(from: start, to: start - .hours(1)) { _, _ in count += 1 }
    #expect(count == 0)
  }

  @Test func `advances in nonempty parts`() throws {
    var days: [LocalDay] = []
    var lengths: [Milliseconds] = []
    try zone("Europe/Berlin").eachDay(
      from: at("2026-03-28T12:00:00Z"),
      to: at("2026-03-30T12:00:00Z")
    ) {
      days.append($0)
      lengths.append($1)
    }
    #expect(days == days.sorted())
    #expect(Set(days.map(\.text)) == ["2026-03-28", "2026-03-29", "2026-03-30"])
    #expect(lengths.allSatisfy { $0 > .zero })
  }

  static let days: [(String, String, String, [String: Int64])] = [
    (
      "Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-31T12:00:00Z",
      ["2011-12-29": 22 * 60, "2011-12-31": 24 * 60, "2012-01-01": 120]
    ),
    (
      "Asia/Kathmandu", "2026-01-05T17:56:00Z", "2026-01-05T18:34:00Z",
      ["2026-01-05": 19, "2026-01-06": 19]
    ),
    ("America/New_York", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", ["2026-03-08": 23 * 60]),
    ("America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", ["2026-11-01": 25 * 60]),
    (
      "Australia/Lord_Howe", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z",
      ["2026-04-05": 24 * 60 + 30]
    ),
    (
      "Asia/Pyongyang", "2015-08-14T14:00:00Z", "2015-08-14T16:00:00Z",
      ["2015-08-14": 90, "2015-08-15": 30]
    ),
  ]

  @Test(arguments: days)
  func `handles days of any length`(
    name: String,
    start: String,
    end: String,
    minutes: [String: Int64]
  ) throws {
    let sums = try pieces(at(start)..<at(end), zone(name), 0)
    let expected = try minutes.map { (try day($0.key).number, $0.value * 60_000) }
    #expect(sums == Dictionary(uniqueKeysWithValues: expected))
  }
}
