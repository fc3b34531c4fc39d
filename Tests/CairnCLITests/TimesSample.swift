import Cairn
import Testing

@testable import CairnCLI

/// Parses RFC 3339 for tables of test cases.
func at(_ text: String) -> Instant {
  guard let instant = Instant(text: text) else {
    Issue.record("'\(text)' is no instant")
    return Instant(milliseconds: 0)
  }
  return instant
}

/// Zones with the transitions under test.
enum Zones {
  static let berlin = ZoneRules(
    name: "Europe/Berlin",
    firstOffset: 3_600,
    transitions: [
      (at("2025-03-30T01:00:00Z"), 7_200), (at("2025-10-26T01:00:00Z"), 3_600),
      (at("2026-03-29T01:00:00Z"), 7_200), (at("2026-10-25T01:00:00Z"), 3_600),
    ]
  )
  static let kathmandu = ZoneRules(name: "Asia/Kathmandu", firstOffset: 20_700, transitions: [])
  /// A zone with half an hour of daylight saving time.
  static let lordHowe = ZoneRules(
    name: "Australia/Lord_Howe",
    firstOffset: 39_600,
    transitions: [
      (at("2026-04-04T15:00:00Z"), 37_800), (at("2026-10-03T15:30:00Z"), 39_600),
    ]
  )
  /// A zone that skipped 30 December 2011.
  static let apia = ZoneRules(
    name: "Pacific/Apia",
    firstOffset: -36_000,
    transitions: [(at("2011-12-30T10:00:00Z"), 50_400)]
  )
  /// A zone with transitions at midnight, forward in March and back in October.
  static let midnight = ZoneRules(
    name: "Asia/Midnight",
    firstOffset: 7_200,
    transitions: [(at("2026-03-28T22:00:00Z"), 10_800), (at("2026-10-24T21:00:00Z"), 7_200)]
  )
  static let all = [ZoneRules.utc, berlin, kathmandu, lordHowe, apia, midnight]
}

/// Returns the parsed value in RFC 3339, or the message of the error.
func meaning(_ text: String, now: String, _ zone: ZoneRules, dayStartHour: Int64 = 0) -> String {
  let reader = TimeReader(now: at(now), zone: zone, dayStartHour: dayStartHour)
  do {
    return try reader.format.exact(reader.instant(text).value)
  } catch {
    return error.message
  }
}

/// A small generator (SplitMix64); a failure prints its seed.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
