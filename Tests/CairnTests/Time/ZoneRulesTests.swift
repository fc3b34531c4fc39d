import Cairn
import CairnStore
import CairnTestKit
import Foundation
import Testing

@Suite struct `The rules of a zone` {
  /// Names that logs and imports still contain, although Foundation does not list them.
  static let olderNames = [
    "US/Eastern", "Asia/Katmandu", "Etc/GMT+12", "Etc/GMT-14", "CET", "EST5EDT", "Zulu", "Cuba",
  ]

  @Test(arguments: SeededGenerator.seeds)
  func `agree with Foundation at any instant in every zone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var differences: [String] = []
    for name in TimeZone.knownTimeZoneIdentifiers + Self.olderNames {
      let foundation = try #require(TimeZone(identifier: name))
      let rules = try zone(name)
      for _ in 0..<300 {
        let second = random.number(0...4_102_444_799)
        let date = Date(timeIntervalSince1970: Double(second))
        let offset = rules.offset(at: Instant(milliseconds: second * 1_000))
        if offset != foundation.secondsFromGMT(for: date) { differences.append("\(name) \(date)") }
      }
    }
    #expect(differences.prefix(5) == [])
  }

  @Test func `change their offset at the very millisecond`() {
    let leap = Instant(milliseconds: 1_000_000)
    let rules = ZoneRules(name: "Test/Leap", firstOffset: 3_600, transitions: [(leap, 7_200)])
    #expect(rules.offset(at: leap - Milliseconds(1)) == 3_600)
    #expect(rules.offset(at: leap) == 7_200)
    #expect(rules.wallClock(at: leap) == 1_000_000 + 7_200_000)
    #expect(rules.offset(at: .limit) == 7_200)
    #expect(rules.offset(at: Instant(milliseconds: -1)) == 3_600)
  }

  @Test func `are nil for an unknown zone`() {
    #expect(SystemZones.rules("Europe/Atlantis") == nil)
    #expect(SystemZones.rules("") == nil)
  }

  static let days: [(String, String, Int64, String)] = [
    ("America/New_York", "2026-01-01T04:30:00Z", 0, "2025-12-31"),
    ("America/New_York", "2026-01-01T05:00:00Z", 0, "2026-01-01"),
    ("Asia/Kathmandu", "2026-01-05T18:14:59Z", 0, "2026-01-05"),
    ("Asia/Kathmandu", "2026-01-05T18:15:00Z", 0, "2026-01-06"),
    ("Pacific/Apia", "2011-12-30T09:59:59Z", 0, "2011-12-29"),
    ("Pacific/Apia", "2011-12-30T10:00:00Z", 0, "2011-12-31"),
    ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", 0, "2026-04-05"),
    ("UTC", "2026-01-05T03:59:59Z", 4, "2026-01-04"),
    ("UTC", "2026-01-05T04:00:00Z", 4, "2026-01-05"),
    ("UTC", "2026-01-05T22:59:59Z", 23, "2026-01-04"),
    ("UTC", "2026-01-05T23:00:00Z", 23, "2026-01-05"),
    ("America/New_York", "2026-03-08T07:59:59Z", 4, "2026-03-07"),
    ("America/New_York", "2026-03-08T08:00:00Z", 4, "2026-03-08"),
  ]

  @Test(arguments: days)
  func `return the calendar day of an instant`(
    name: String,
    instant: String,
    hour: Int64,
    expected: String
  ) throws {
    #expect(try zone(name).day(at: at(instant), dayStartHour: hour).text == expected)
  }
}

@Suite struct `A wall clock` {
  static let times: [(String, String, String)] = [
    ("UTC", "2026-01-05T18:00:00Z", "2026-01-05T18:00:00Z"),
    ("America/New_York", "2026-01-05T18:00:00Z", "2026-01-05T23:00:00Z"),
    ("America/New_York", "2026-03-08T01:59:59Z", "2026-03-08T06:59:59Z"),
    ("America/New_York", "2026-03-08T03:00:00Z", "2026-03-08T07:00:00Z"),
    ("Asia/Kathmandu", "2026-01-05T12:00:00Z", "2026-01-05T06:15:00Z"),
    ("Africa/Casablanca", "2019-04-01T12:00:00Z", "2019-04-01T11:00:00Z"),
    ("Africa/Casablanca", "2019-05-20T12:00:00Z", "2019-05-20T12:00:00Z"),
    ("Asia/Pyongyang", "2016-01-01T00:00:00Z", "2015-12-31T15:30:00Z"),
    ("Pacific/Apia", "2011-12-29T23:59:59Z", "2011-12-30T09:59:59Z"),
    ("Pacific/Apia", "2011-12-31T00:00:00Z", "2011-12-30T10:00:00Z"),
  ]

  @Test(arguments: times)
  func `corresponds to one instant`(name: String, wall: String, expected: String) throws {
    let found = try zone(name).instant(wallClock: at(wall).milliseconds)
    #expect(found.text == expected)
  }

  static let gaps: [(String, String, String)] = [
    ("America/New_York", "2026-03-08T02:00:00Z", "2026-03-08T07:00:00Z"),
    ("America/New_York", "2026-03-08T02:30:00Z", "2026-03-08T07:00:00Z"),
    ("Australia/Lord_Howe", "2026-10-04T02:15:00Z", "2026-10-03T15:30:00Z"),
    ("Pacific/Apia", "2011-12-30T00:00:00Z", "2011-12-30T10:00:00Z"),
    ("Pacific/Apia", "2011-12-30T23:59:59Z", "2011-12-30T10:00:00Z"),
    ("Asia/Kathmandu", "1986-01-01T00:10:00Z", "1985-12-31T18:30:00Z"),
    ("Africa/Casablanca", "2019-06-09T02:30:00Z", "2019-06-09T02:00:00Z"),
    ("Asia/Pyongyang", "2018-05-04T23:45:00Z", "2018-05-04T15:00:00Z"),
  ]

  @Test(arguments: gaps)
  func `that skips a time gives the moment of the transition`(
    name: String,
    wall: String,
    expected: String
  ) throws {
    let found = try zone(name).instant(wallClock: at(wall).milliseconds)
    #expect(found.text == expected)
  }

  static let doubles: [(String, String, String)] = [
    ("America/New_York", "2026-11-01T01:00:00Z", "2026-11-01T05:00:00Z"),
    ("America/New_York", "2026-11-01T01:59:59Z", "2026-11-01T05:59:59Z"),
    ("America/New_York", "2026-11-01T02:00:00Z", "2026-11-01T07:00:00Z"),
    ("Australia/Lord_Howe", "2026-04-05T01:45:00Z", "2026-04-04T14:45:00Z"),
    ("Africa/Casablanca", "2019-05-05T02:30:00Z", "2019-05-05T01:30:00Z"),
    ("Asia/Pyongyang", "2015-08-14T23:45:00Z", "2015-08-14T14:45:00Z"),
  ]

  @Test(arguments: doubles)
  func `that shows a time twice gives the first occurrence`(
    name: String,
    wall: String,
    expected: String
  ) throws {
    let found = try zone(name).instant(wallClock: at(wall).milliseconds)
    #expect(found.text == expected)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `leads back to the first instant that shows it, in every zone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for name in TimeZone.knownTimeZoneIdentifiers {
      let rules = try zone(name)
      for _ in 0..<20 {
        let instant = random.nearChange(of: name)
        let wall = rules.wallClock(at: instant)
        let found = rules.instant(wallClock: wall)
        if found != earliest(rules, wall, near: instant) { wrong.append("\(name) \(instant.text)") }
      }
    }
    #expect(wrong.prefix(5) == [])
  }

  /// Returns the first instant around `instant` at which the clock shows `wall`; tries all offsets
  /// within three days.
  private func earliest(_ rules: ZoneRules, _ wall: Int64, near instant: Instant) -> Instant? {
    let offsets = Set((-36...36).map { rules.offset(at: instant + .hours($0 * 2)) })
    return offsets.map { Instant(milliseconds: wall - $0 * 1_000) }
      .filter { rules.wallClock(at: $0) == wall }
      .min()
  }
}

extension SeededGenerator {
  /// Returns an instant within a day of a transition of the zone, or any instant if it has none.
  mutating func nearChange(of name: String) -> Instant {
    let start = Instant(milliseconds: number(15_778_080...66_666_666) * 60_000)
    let date = Date(timeIntervalSince1970: Double(start.milliseconds / 1_000))
    let next = TimeZone(identifier: name)?.nextDaylightSavingTimeTransition(after: date)
    guard let next, next.timeIntervalSince1970 < 4_100_000_000 else { return start }
    return Instant(milliseconds: Int64(next.timeIntervalSince1970) * 1_000)
      + .minutes(number(-1_440...1_440))
  }
}
