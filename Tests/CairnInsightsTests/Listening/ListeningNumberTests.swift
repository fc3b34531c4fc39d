import Cairn
import CairnInsights
import CairnTestKit
import Foundation
import Testing

@Suite struct `Listening statistics` {
  /// Values and the results of JavaScript's `toFixed(2)` (spec/listening.md 2.5).
  static let fixed: [(Double, Int64)] = [
    (8.325, 832), (0.615, 61), (2.675, 267), (1.125, 113), (1.625, 163), (0, 0), (0.005, 1),
    (0.004, 0), (1.005, 100), (10, 1_000), (123_456.789, 12_345_679), (1.0 / 3, 33),
  ]

  @Test(arguments: fixed.indices)
  func `round by the exact value of the binary number`(index: Int) {
    #expect(fixedHundredths(Self.fixed[index].0) == Self.fixed[index].1)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `round by sixty decimal digits`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let value = Double(Int.random(in: 0...4_000_000, using: &random)) / 1_000 / 60
      let digits = String(format: "%.60f", value).split(separator: ".")
      let down = Int64(digits[0] + digits[1].prefix(2)) ?? 0
      let up: Int64 = (digits[1].dropFirst(2).first ?? "0") >= "5" ? 1 : 0
      #expect(fixedHundredths(value) == down + up, "\(value)")
    }
  }

  @Test func `reject an invalid duration`() {
    for value in [-1, .infinity, .nan, 1e14] { #expect(fixedHundredths(value) == nil) }
  }

  @Test func `are in minutes, half of one rounded up`() {
    let seconds: [Int64] = [0, 29, 30, 89, 90, 150]
    #expect(seconds.map(roundedMinutes) == [0, 0, 1, 1, 2, 3])
  }

  @Test func `cover the days of the range, across clock changes`() {
    let today = LocalDay(year: 2_025, month: 11, day: 6) ?? .init(number: 0)
    for (range, count) in [(ListeningRange.week, 7), (.month, 30), (.year, 365)] {
      let days = Array(range.days(until: today, listened: nil))
      #expect(days.count == count && Set(days).count == count && days.last == today)
    }
    let all = ListeningRange.all
    #expect(all.days(until: today, listened: (today - 9)...(today - 1)).count == 10)
    #expect(all.days(until: today, listened: (today - 9)...(today + 1)).count == 11)
    #expect(all.days(until: today, listened: (today + 1)...(today + 1)).count == 2)
    #expect(all.days(until: today, listened: nil) == today...today)
  }

  @Test func `break a tie of preferred hours by the first in order`() {
    #expect(ListeningHours(latestFirst: [15, 14]).preferred == 15)
    #expect(ListeningHours(latestFirst: [15, 14, 14]).preferred == 14)
    #expect(ListeningHours(latestFirst: []).preferred == nil)
    #expect(ListeningHours(counts: [0, 2, 0, 2]).preferred == 1)
    #expect(ListeningHours(counts: [0, 0]).preferred == nil)
    #expect(ListeningHours(latestFirst: [23, 0]).counts.reduce(0, +) == 2)
  }

  @Test func `name the part of the day`() {
    let periods = [5, 6, 11, 12, 16, 17, 20, 21, 0].map { DayPeriod(hour: $0).rawValue.first }
    #expect(String(periods.compactMap(\.self)) == "nmmaaeenn")
  }

  @Test func `mark one group as most active, or none without listening`() {
    let at = { Instant(milliseconds: $0) }
    let groups = ListeningGroup.groups([
      .init("A", seconds: 5, added: at(1)), .init("B", seconds: 7, added: at(2)),
      .init("A", seconds: 2, added: at(3)), .init("C", seconds: 0, added: at(4)),
    ])
    #expect(groups.map(\.name) == ["C", "B", "A"])
    #expect(groups.map(\.isMostActive) == [false, false, true])
    #expect(groups.map(\.stories) == [1, 1, 2])
    let silent = ListeningGroup.groups([.init("A", seconds: 0, added: at(1))])
    #expect(silent.map(\.isMostActive) == [false])
  }

  @Test func `show the remainder up to a milestone`() {
    let streak = ListeningStreak([], today: .init(number: 0))
    let percents = ListeningMilestone.all.filter { $0.measure == .stories }.map {
      ListeningProgress($0, stories: 3, seconds: 0, streak: streak).percentage
    }
    #expect(percents == [100, 60, 30, 12, 6])
  }
}
