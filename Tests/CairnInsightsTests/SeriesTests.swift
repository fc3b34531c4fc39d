import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `Totals per period` {
  private func random(_ random: inout SeededGenerator) -> [DayTotal] {
    var days: [DayTotal] = []
    var number = Int32.random(in: 15_000...22_000, using: &random)
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      number += Int32.random(in: 1...40, using: &random)
      days.append(
        DayTotal(
          day: LocalDay(number: number),
          time: .minutes(.random(in: 0...300, using: &random)),
          amount: .random(in: 0...90, using: &random),
          sessions: .random(in: 0...3, using: &random)
        )
      )
    }
    return days
  }

  @Test(arguments: SeededGenerator.seeds, Cadence.all)
  func `include each day exactly once`(
    seed: UInt64,
    cadence: Cadence
  ) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let days = random(&generator)
      let first = LocalDay(number: (days.first?.day.number ?? 20_000) + 30)
      let range = first...(first + Int32.random(in: 0...1_200, using: &generator))
      let start = try #require(WeekStart.all.randomElement(using: &generator))
      let series = Series(days, cadence, in: range, weekStart: start)
      #expect(series.rows.map { Totals(days, in: $0.days) } == series.rows.map(\.totals))
      let numbers = series.rows.flatMap { $0.days.lowerBound.number...$0.days.upperBound.number }
      #expect(numbers == Array(range.lowerBound.number...range.upperBound.number), "seed \(seed)")
      for row in series.rows { #expect(names(row.days, cadence, start).count == 1) }
      let all = Set(series.rows.flatMap { names($0.days, cadence, start) })
      #expect(all.count == series.rows.count)
    }
  }

  /// Returns the distinct period names of some days; a single name means one period.
  private func names(
    _ days: ClosedRange<LocalDay>,
    _ cadence: Cadence,
    _ start: WeekStart
  ) -> Set<String> {
    Set(
      (days.lowerBound.number...days.upperBound.number).map { number in
        let day = LocalDay(number: number)
        switch cadence {
        case .weekly:
          let back = (0...6).first { LocalDay(number: number - $0).weekday == start.weekday } ?? 0
          return "\(number - back)"
        case .monthly: return String(day.text.prefix(7))
        case .yearly: return String(day.text.prefix(4))
        default: return day.text
        }
      }
    )
  }

  @Test func `include weeks and months without sessions`() throws {
    let days = [
      DayTotal(day: try day("2026-01-05"), time: .minutes(30), amount: 10, sessions: 1),
      DayTotal(day: try day("2026-03-20"), time: .minutes(60), amount: 20, sessions: 1),
    ]
    let range = try day("2026-01-05")...day("2026-03-31")
    let months = Series(days, .monthly, in: range, weekStart: .monday)
    #expect(months.rows.map(\.totals.sessions) == [1, 0, 1])
    let weeks = Series(days, .weekly, in: range, weekStart: .monday)
    #expect(weeks.rows.count == 13 && weeks.rows.filter { $0.totals == .none }.count == 11)
  }

  // D15
  @Test func `assign a day to one period, at both ends`() throws {
    let days = [DayTotal(day: try day("2026-02-01"), time: .minutes(9), amount: 0, sessions: 1)]
    let range = try day("2026-01-01")...day("2026-02-28")
    let months = Series(days, .monthly, in: range, weekStart: .monday)
    #expect(months.rows.map(\.totals.sessions) == [0, 1])
  }

  @Test func `are divided by periods, including a partial one`() throws {
    let days = [DayTotal(day: try day("2026-02-01"), time: .hours(8), amount: 40, sessions: 4)]
    let february = try day("2026-02-01")...day("2026-02-28")
    let weeks = Series(days, .weekly, in: february, weekStart: .monday).average
    #expect(weeks.value?.time.wholeMinutes == 120, "five rows, but four weeks")
    #expect(weeks.count == 4)
    let day = try day("2026-02-01")...day("2026-02-01")
    let month = Series(days, .monthly, in: day, weekStart: .monday).average
    #expect(month.value?.time == .hours(8), "a day is not blown up to a month")
    #expect(month.value?.sessionHundredths == 400 && month.value?.amountHundredths == 4_000)
  }

  @Test(arguments: Cadence.all)
  func `have no average without a session`(cadence: Cadence) throws {
    let day = try day("2026-02-01")
    let average = Series([], cadence, in: day...day, weekStart: .monday).average
    #expect(average.value == nil && average.missing == "not enough data")
  }

  @Test(arguments: SeededGenerator.seeds)
  func `add up by weekday to the total`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let days = random(&generator)
      let weekdays = Series.weekdays(days)
      #expect(weekdays.count == 7)
      for (index, totals) in weekdays.enumerated() {
        let own = days.filter { $0.day.weekday == Int32(index) + 1 }
        #expect(totals.time == own.reduce(.zero) { $0 + $1.time })
        #expect(totals.sessions == own.reduce(0) { $0 + $1.sessions })
      }
    }
  }
}
