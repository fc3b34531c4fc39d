import Cairn
import CairnTestKit
import Foundation
import Testing

@Suite struct `An instant as text` {
  static let forms: [(String, Int64)] = [
    ("1970-01-01T00:00:00Z", 0), ("2026-01-05T18:00:00Z", 1_767_636_000_000),
    ("2026-01-05T18:00:00.5Z", 1_767_636_000_500), ("2026-01-05t18:00:00z", 1_767_636_000_000),
    ("2026-01-05 18:00:00Z", 1_767_636_000_000), ("2026-01-05T18:00:00.123Z", 1_767_636_000_123),
    ("2026-01-05T18:00:00.1239999Z", 1_767_636_000_123),
    ("2026-01-05T18:00:00.0000000000000000000001Z", 1_767_636_000_000),
    ("2026-01-05T20:00:00+02:00", 1_767_636_000_000),
    ("2026-01-05T12:30:00-05:30", 1_767_636_000_000),
    ("2026-01-05T23:45:00.25+05:45", 1_767_636_000_250),
    ("2026-01-05T18:00:00-00:00", 1_767_636_000_000),
    ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T23:59:59Z", 951_868_799_000),
  ]

  @Test(arguments: forms)
  func `is read in every form of RFC 3339`(text: String, milliseconds: Int64) {
    #expect(Instant(text: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026-01-05", "2026-01-05T18:00Z", "2026-01-05T18:00:00", "2026-01-05T24:00:00Z",
    "2026-01-05T18:60:00Z", "2016-12-31T23:59:60Z", "2026-01-05T18:00:00.Z",
    "2026-01-05T18:00:00,5Z", "2026-01-05T18:00:00Z ", "2026-01-05T18:00:00ZZ",
    "2026-01-05T18:00:00+0200", "2026-01-05T18:00:00+2:00", "2026-01-05T18:00:00+24:00",
    "2026-01-05T18:00:00+02:60", "2026-01-05T18:00:00 +02:00", "2026-02-30T18:00:00Z",
    "2026-01-05_18:00:00Z", "2026-01-05T8:00:00Z", "2026-01-05T18:00:00.５Z", "1767636000000",
    "now",
  ])
  func `is rejected in any other form`(text: String) {
    #expect(Instant(text: text) == nil)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_767_636_000_500, "2026-01-05T18:00:00.500Z"),
      (1_767_636_000_007, "2026-01-05T18:00:00.007Z"), (-1, "1969-12-31T23:59:59.999Z"),
    ] as [(Int64, String)]
  )
  func `shows milliseconds only when there are any`(milliseconds: Int64, text: String) {
    #expect(Instant(milliseconds: milliseconds).text == text)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `reads back as the same instant`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let instant = Instant(milliseconds: random.number(-62_167_219_200_000...253_402_300_799_999))
      #expect(Instant(text: instant.text) == instant)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `equals the output of Foundation`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let seconds = random.number(0...4_102_444_800)
      let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
      #expect(Instant(milliseconds: seconds * 1_000).text == expected)
    }
  }

  @Test(arguments: [.min, .max, -62_167_219_200_001, 253_402_300_800_000] as [Int64])
  func `exists for every number`(milliseconds: Int64) {
    #expect(Instant(milliseconds: milliseconds).text.hasSuffix("Z"))
  }

  @Test func `has a duration to another`() {
    let instant = Instant(milliseconds: 1_000)
    #expect(instant + .minutes(1) - instant == .seconds(60))
    #expect(instant - .hours(1) < instant)
    #expect(instant - (instant + .seconds(2)) == Milliseconds(-2_000))
  }
}

@Suite struct `A duration` {
  @Test(
    arguments: [
      (-1, "0:00:00"), (999, "0:00:00"), (61_000, "0:01:01"), (3_599_999, "0:59:59"),
      (359_999_000, "99:59:59"), (360_000_000, "100:00:00"), (1_224_000_000, "340:00:00"),
    ] as [(Int64, String)]
  )
  func `runs past 99 hours on a clock`(milliseconds: Int64, text: String) {
    #expect(Milliseconds(milliseconds).clockText == text)
  }

  @Test func `counts whole minutes`() {
    #expect(Milliseconds(119_999).wholeMinutes == 1)
    #expect(Milliseconds.hours(2) == .minutes(120))
    #expect(Milliseconds.minutes(1) - .seconds(1) == .seconds(59))
  }
}
