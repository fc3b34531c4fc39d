import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `The pattern of a week` {
  private func hour(_ number: Int, minutes: Int64, sessions: Int, pages: Int64 = 0)
    -> HourPattern.Hour
  {
    HourPattern.Hour(
      hourOfWeek: number,
      time: .minutes(minutes),
      amount: pages,
      sessions: sessions
    )
  }

  @Test func `has no best window below ten sessions`() {
    let nine = HourPattern([hour(20, minutes: 300, sessions: 9)], sessions: 9)
    #expect(nine.bestWindow.value == nil)
    #expect(nine.bestWindow.missing == "not enough data: 9 of 10 sessions")
    let ten = HourPattern([hour(20, minutes: 300, sessions: 10)], sessions: 12)
    #expect(ten.bestWindow.value?.sessions == 10 && ten.bestWindow.count == 10)
    #expect(ten.bestWindow.exclusions == [Exclusion("no time", 2)])
  }

  // D70
  @Test func `is not dominated by one long night`() {
    let evenings = (0..<7).map { hour($0 * 24 + 20, minutes: 40, sessions: 2) }
    let night = (0..<7).map { hour($0 + 24, minutes: 6_000, sessions: $0 == 0 ? 1 : 0) }
    let window = HourPattern(evenings + night, sessions: 15).bestWindow.value
    #expect(window.map { ($0.startHour...$0.startHour + 2).contains(20) } == true)
  }

  // D70
  @Test func `prefers, of windows with equal sessions, the one with the most time`() {
    let hours = [hour(20, minutes: 300, sessions: 10), hour(21, minutes: 100, sessions: 0)]
    #expect(HourPattern(hours, sessions: 10).bestWindow.value?.startHour == 19)
    let later = hours + [hour(22, minutes: 60, sessions: 0)]
    #expect(HourPattern(later, sessions: 10).bestWindow.value?.startHour == 20)
  }

  @Test func `continues over midnight`() {
    let hours = [
      hour(23, minutes: 60, sessions: 5), hour(24, minutes: 60, sessions: 5),
      hour(49, minutes: 60, sessions: 5),
    ]
    let window = HourPattern(hours, sessions: 15).bestWindow.value
    #expect(window?.startHour == 23 && window?.sessions == 15)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `equals a check of every window`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let hours = (0..<Int.random(in: 1...80, using: &random)).map { _ in
        hour(
          .random(in: -3...170, using: &random),
          minutes: .random(in: 1...90, using: &random),
          sessions: .random(in: 0...2, using: &random)
        )
      }
      let pattern = HourPattern(hours, sessions: 0)
      let inside = hours.filter { (0..<168).contains($0.hourOfWeek) }
      let time: Milliseconds = pattern.hours.map(\.time).reduce(.zero, +)
      let expected: Milliseconds = inside.map(\.time).reduce(.zero, +)
      #expect(time == expected)
      guard let window = pattern.bestWindow.value else { continue }
      let counts = (0..<24).map { (start: Int) -> Int in
        let near = inside.filter { ($0.hourOfWeek + 24 - start) % 24 < 3 }
        return near.map(\.sessions).reduce(0, +)
      }
      #expect(window.sessions == counts.max(), "seed \(seed)")
      #expect(window.sessions == counts[window.startHour])
      let share: Int64 = Int64(window.sessions) * 10_000 / Int64(pattern.count)
      #expect(window.shareHundredths == share)
    }
  }
}

@Suite struct `The pace of the last four weeks` {
  @Test(arguments: SeededGenerator.seeds)
  func `covers the 28 days up to each week's end`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let today = try day("2026-03-05")
    for _ in 0..<50 {
      let days = (0..<80).map { _ in
        (
          day: today - .random(in: 0...150, using: &random),
          sums: PaceSums(
            pages: .random(in: 1...90, using: &random),
            time: .minutes(.random(in: 1...90, using: &random)),
            counted: 1,
            excluded: .random(in: 0...1, using: &random)
          )
        )
      }
      let trend = PaceTrend(days, today: today, weeks: 12)
      #expect(trend.points.count == 12 && trend.points.last?.day == today)
      for point in trend.points {
        let own = days.filter { (0..<28).contains(point.day - $0.day) }
        let pages = own.reduce(0) { $0 + $1.sums.pages }
        let time = own.reduce(0) { $0 + $1.sums.time.count }
        #expect(point.pace.value == (own.isEmpty ? nil : pages * 360_000_000 / time))
        #expect(point.pace.count == own.count)
        #expect(point.pace.excluded == own.reduce(0) { $0 + $1.sums.excluded })
      }
    }
  }
}
