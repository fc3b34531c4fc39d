import Cairn
import CairnTestKit
import Foundation
import Testing

@Suite struct `The day shares of a session` {
  @Test(arguments: SeededGenerator.seeds)
  func `add up to the session in every zone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for name in TimeZone.knownTimeZoneIdentifiers {
      let timeline = try random.longTimeline(startingAt: random.nearChange(of: name))
      let amount = random.number(0...900)
      let hour = random.number(0...23)
      let rules = try zone(name)
      let shares = timeline.shares(zone: rules, dayStartHour: hour, amount: amount)
      let days = shares.map(\.day)
      let isRight =
        shares.reduce(.zero) { $0 + $1.time } == timeline.active(until: .earliest)
        && shares.reduce(0) { $0 + $1.amount } == amount
        && shares.allSatisfy { $0.time >= .zero && $0.amount >= 0 }
        && days == Set(days).sorted()
        && days.contains(rules.day(at: timeline.start, dayStartHour: hour))
      if !isRight { wrong.append("\(name) \(timeline.text)") }
    }
    #expect(wrong.prefix(5) == [])
  }

  /// Days begin at 23:00, and at midnight the clock goes back to 21:00: two hours count for the previous day.
  @Test func `include the day before the start if the clock is set back over the day start`() throws
  {
    let timeline = try Timeline(
      ended: [Segment(start: at("2022-03-12T12:15:00Z"), end: at("2022-03-12T15:15:00Z"))]
    )
    let casey = try zone("Antarctica/Casey")
    let shares = timeline.shares(zone: casey, dayStartHour: 23, amount: nil)
    #expect(shares.map(\.day.text) == ["2022-03-11", "2022-03-12"])
    #expect(shares.map(\.time) == [.hours(2), .hours(1)])
    #expect(casey.day(at: timeline.start, dayStartHour: 23).text == "2022-03-12")
  }

  @Test func `split the minutes at local midnight`() throws {
    let timeline = try Timeline(
      ended: [Segment(start: at("2026-01-05T22:41:00Z"), end: at("2026-01-05T23:19:00Z"))]
    )
    let shares = timeline.shares(zone: try zone("Europe/Berlin"), dayStartHour: 0, amount: 10)
    #expect(shares.map(\.day.text) == ["2026-01-05", "2026-01-06"])
    #expect(shares.map(\.time) == [.minutes(19), .minutes(19)])
    #expect(shares.map(\.amount) == [5, 5])
    let late = timeline.shares(zone: try zone("Europe/Berlin"), dayStartHour: 4, amount: 10)
    #expect(late.map(\.day.text) == ["2026-01-05"])
  }

  @Test func `keep the first hours of a day on that day`() throws {
    let berlin = try zone("Europe/Berlin")
    let wall = try at("2026-03-29T00:00:00Z").milliseconds
    let timeline = try Timeline(
      ended: [
        Segment(
          start: berlin.instant(wallClock: wall),
          end: berlin.instant(wallClock: wall + 5 * 3_600_000)
        )
      ]
    )
    let shares = timeline.shares(zone: berlin, dayStartHour: 0, amount: nil)
    #expect(shares.map(\.day.text) == ["2026-03-29"])
    #expect(shares.map(\.time) == [.hours(4)], "the clock skipped an hour that night")
  }

  @Test func `leave out the day that Samoa skipped`() throws {
    let timeline = try Timeline(
      ended: [Segment(start: at("2011-12-30T09:30:00Z"), end: at("2011-12-30T10:30:00Z"))]
    )
    let shares = timeline.shares(zone: try zone("Pacific/Apia"), dayStartHour: 0, amount: nil)
    #expect(shares.map(\.day.text) == ["2011-12-29", "2011-12-31"])
    #expect(shares.map(\.time) == [.minutes(30), .minutes(30)])
  }

  @Test func `count a day once despite pauses`() throws {
    let session = try Stage.ended.session()
    let shares = session.timeline.shares(zone: .utc, dayStartHour: 0, amount: 60)
    #expect(shares == [DayShare(day: try day("2026-01-05"), time: .minutes(50), amount: 60)])
  }

  @Test func `assign no pages to a pause over midnight`() throws {
    let timeline = try Timeline(
      ended: [
        Segment(start: at("2026-01-05T23:00:00Z"), end: at("2026-01-05T23:30:00Z")),
        Segment(start: at("2026-01-07T00:00:00Z"), end: at("2026-01-07T00:15:00Z")),
      ]
    )
    let shares = timeline.shares(zone: .utc, dayStartHour: 0, amount: 30)
    #expect(shares.map(\.day.text) == ["2026-01-05", "2026-01-07"])
    #expect(shares.map(\.amount) == [20, 10])
  }

  @Test func `assign an empty session to its start day, with its amount`() throws {
    let instant = try clock("18:00")
    let timeline = try Timeline(ended: [Segment(start: instant, end: instant)])
    let shares = timeline.shares(zone: .utc, dayStartHour: 0, amount: 12)
    #expect(shares == [DayShare(day: try day("2026-01-05"), time: .zero, amount: 12)])
  }

  @Test func `include the start day even if the session was paused at once`() throws {
    let start = try at("2026-01-05T23:59:00Z")
    let timeline = try Timeline(
      ended: [
        Segment(start: start, end: start),
        Segment(start: at("2026-01-06T00:10:00Z"), end: at("2026-01-06T00:20:00Z")),
      ]
    )
    let shares = timeline.shares(zone: .utc, dayStartHour: 0, amount: 12)
    #expect(shares.map(\.day.text) == ["2026-01-05", "2026-01-06"])
    #expect(shares.map(\.amount) == [0, 12])
  }

  @Test func `are empty while the session is open`() throws {
    for stage in [Stage.running, .paused] {
      let timeline = try stage.session().timeline
      #expect(timeline.shares(zone: .utc, dayStartHour: 0, amount: 60).isEmpty)
    }
  }

  @Test func `have no amount if it is unknown`() throws {
    let timeline = try Stage.ended.session().timeline
    let shares = timeline.shares(zone: .utc, dayStartHour: 0, amount: nil)
    #expect(shares.map(\.amount) == [0])
  }

  @Test func `lose no minute on a flight over the date line`() throws {
    let timeline = try Timeline(
      ended: [Segment(start: at("2026-03-05T06:00:00Z"), end: at("2026-03-05T16:00:00Z"))]
    )
    for name in ["Pacific/Auckland", "Pacific/Honolulu"] {
      let shares = timeline.shares(zone: try zone(name), dayStartHour: 0, amount: 100)
      #expect(shares.reduce(.zero) { $0 + $1.time } == .hours(10))
      #expect(shares.reduce(0) { $0 + $1.amount } == 100)
    }
  }
}

extension SeededGenerator {
  /// Returns a session of up to three days with pauses.
  fileprivate mutating func longTimeline(startingAt start: Instant) throws -> Timeline {
    var segments: [Segment] = []
    var now = start
    for _ in 0..<number(1...3) {
      let end = now + Milliseconds(number(1...86_400_000))
      segments.append(Segment(start: now, end: end))
      now = end + Milliseconds(number(0...7_200_000))
    }
    return try Timeline(ended: segments)
  }
}

@Suite struct `Splitting an integer by weights` {
  @Test(arguments: SeededGenerator.seeds)
  func `adds up and stays within one of the exact share`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let whole = random.number(0...100_000)
      let weights = (0..<random.number(1...8)).map { _ in random.number(0...90_000) }
      let total = weights.reduce(0, +)
      let parts = apportion(whole, by: weights)
      #expect(parts.reduce(0, +) == whole)
      guard total > 0 else { continue }
      for (part, weight) in zip(parts, weights) {
        let exact = Double(whole) * Double(weight) / Double(total)
        #expect(abs(Double(part) - exact) < 1.000_001)
        #expect(part >= 0 && (weight > 0 || part == 0))
      }
    }
  }

  @Test func `gives everything to the first part if all weights are zero`() {
    #expect(apportion(7, by: [0, 0, 0]) == [7, 0, 0])
    #expect(apportion(7, by: []) == [])
  }

  @Test func `does not overflow`() {
    let half = Int64.max / 2
    #expect(apportion(.max, by: [1, 1]) == [half, half + 1])
    #expect(apportion(.max, by: [half, half]) == [half, half + 1])
    #expect(proportion(.max, .max, .max) == .max)
  }
}
