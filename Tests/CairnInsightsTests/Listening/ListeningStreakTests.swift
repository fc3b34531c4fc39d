import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `A streak of listening` {
  private func day(_ number: Int32) -> LocalDay { LocalDay(number: 20_000 + number) }

  private func streak(_ days: [Int32], today: Int32) -> ListeningStreak {
    ListeningStreak(days.map(day), today: day(today))
  }

  @Test func `is independent of the order of days`() {
    for order in [[1, 2, 3], [3, 2, 1], [1, 3, 2], [2, 2, 1, 3, 1]] as [[Int32]] {
      let streak = streak(order, today: 3)
      #expect(streak.current == 3 && streak.longest == 3)
    }
  }

  @Test func `is alive through the next day, and then over`() {
    #expect(streak([1, 2], today: 2).current == 2)
    #expect(streak([1, 2], today: 3).current == 2)
    #expect(streak([1, 2], today: 4).current == 0)
    #expect(streak([1, 2], today: 4).atLastDay == 2)
  }

  @Test func `skips future days`() {
    let streak = streak([1, 2, 9], today: 2)
    #expect(streak.current == 2 && streak.longest == 2 && streak.lastDay == day(2))
  }

  @Test func `includes tomorrow for a traveller who returned`() {
    let streak = streak([1, 2, 3], today: 2)
    #expect(streak.current == 3 && streak.longest == 3 && streak.lastDay == day(3))
  }

  @Test func `is zero without days`() {
    let streak = streak([], today: 1)
    #expect((streak.current, streak.longest, streak.atLastDay) == (0, 0, 0))
    #expect(streak.lastDay == nil)
  }

  @Test func `continues over a day skipped by the calendar`() {
    let streak = ListeningStreak([day(1), day(3)], skipped: [day(2)], today: day(3))
    #expect(streak.current == 2)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `equals a walk from day to day`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let days = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        Int32.random(in: 0...30, using: &random)
      }
      let today = Int32.random(in: 0...32, using: &random)
      let known = Set(days.filter { $0 <= today + 1 })
      let run = { (end: Int32) in
        var start = end
        while known.contains(start) { start -= 1 }
        return Int64(end - start)
      }
      let streak = streak(days.shuffled(using: &random), today: today)
      #expect(streak.longest == known.map(run).max() ?? 0)
      let end = [today + 1, today].first(where: known.contains) ?? today - 1
      #expect(streak.current == run(end))
      #expect(streak.atLastDay == known.max().map(run) ?? 0)
    }
  }
}
