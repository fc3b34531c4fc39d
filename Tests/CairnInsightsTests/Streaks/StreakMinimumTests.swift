import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `A streak minimum` {
  private static let first = LocalDay(number: 20_461)

  private func minimum(_ text: String, _ from: String, _ cadence: Cadence = .daily) throws
    -> StreakMinimumSetting
  {
    StreakMinimumSetting(cadence, try #require(StreakMinimum(text: text)), from: try day(from))
  }

  private func minutes(_ rows: [(String, Int64)]) throws -> [DayTotal] {
    try rows.map { DayTotal(day: try day($0.0), time: .minutes($0.1), amount: 0, sessions: 1) }
  }

  @Test func `does not apply before its first day`() throws {
    let days = try minutes([
      ("2026-01-01", 1), ("2026-01-02", 9), ("2026-01-03", 10), ("2026-01-04", 30),
    ])
    let minimums = [
      try minimum("10 minutes", "2026-01-03"), try minimum("30 minutes", "2026-01-04"),
    ]
    let rule = StreakRule(minimums: minimums.reversed(), weekStart: .monday)
    let streak = Streak(days, rule: rule, today: try day("2026-01-04"))
    #expect(streak.current == 4 && streak.minimum.text == "30 minutes")
    let strict = StreakRule(
      minimum: try #require(StreakMinimum(text: "30 minutes")),
      weekStart: .monday
    )
    #expect(Streak(days, rule: strict, today: try day("2026-01-04")).current == 1)
    let lax = StreakRule(
      minimums: minimums + [try minimum("any", "2026-01-05")],
      weekStart: .monday
    )
    #expect(Streak(days, rule: lax, today: try day("2026-01-05")).current == 4)
  }

  @Test(arguments: [("monday", "2025-12-29"), ("sunday", "2025-12-28"), ("saturday", "2025-12-27")])
  func `of weeks applies to the whole week of its first day, also across New Year`(
    name: String,
    first: String
  ) throws {
    let start = try #require(WeekStart(name: name))
    let minimums = [try minimum("60 minutes", "2026-01-01", .weekly)]
    let rule = StreakRule(cadence: .weekly, minimums: minimums, weekStart: start)
    #expect(rule.minimum(on: try day(first)).text == "60 minutes")
    #expect(rule.minimum(on: try day(first) - 1) == .anyTime)
    let days = try minutes([("2025-12-24", 5), ("2025-12-31", 30), ("2026-01-01", 29)])
    let streak = Streak(days, rule: rule, today: try day("2026-01-01"))
    #expect(streak.counted == 1 && streak.excluded == 1)
    #expect(streak.current == 1 && streak.isOpen)
  }

  @Test func `of weeks does not apply to days, or the other way round`() throws {
    let minimums = [
      try minimum("60 minutes", "2026-01-01", .weekly), try minimum("5 pages", "2026-01-01"),
    ]
    let days = StreakRule(minimums: minimums, weekStart: .monday)
    let weeks = StreakRule(cadence: .weekly, minimums: minimums, weekStart: .monday)
    #expect(days.minimum(on: Self.first + 30).text == "5 pages")
    #expect(weeks.minimum(on: Self.first + 30).text == "60 minutes")
  }

  @Test(arguments: SeededGenerator.seeds)
  func `is the latest one in effect, for every day`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let days = (0..<40).map { number in
        DayTotal(
          day: Self.first + Int32(number),
          time: .minutes(.random(in: 0...30, using: &random)),
          amount: 0,
          sessions: 1
        )
      }
      let asked = Dictionary(
        uniqueKeysWithValues: Set((0..<3).map { _ in Int.random(in: 0..<40, using: &random) })
          .sorted().map { ($0, Int64.random(in: 1...30, using: &random)) }
      )
      let minimums = try asked.map { number, least in
        let minimum = try #require(StreakMinimum(text: "\(least) minutes"))
        return StreakMinimumSetting(.daily, minimum, from: Self.first + Int32(number))
      }
      let streak = Streak(
        days,
        rule: StreakRule(minimums: minimums, weekStart: .monday),
        today: Self.first + 39
      )
      let enough = days.enumerated().filter { number, day in
        let least = asked.filter { $0.key <= number }.max { $0.key < $1.key }?.value
        return least.map { day.time.wholeMinutes >= $0 } ?? (day.time > .zero)
      }
      #expect(Set(streak.runs.flatMap(\.steps).map(\.day)) == Set(enough.map(\.element.day)))
    }
  }

  @Test func `shows its first day`() throws {
    let minimums = [try minimum("10 minutes", "2026-01-03"), try minimum("any", "2026-02-01")]
    let rule = StreakRule(minimums: minimums, weekStart: .monday)
    #expect(
      rule.definition == """
        Consecutive days with any tracked time, from Sat 3 Jan 2026 on at least 10 minutes, from \
        Sun 1 Feb 2026 on any tracked time; active while the last one is today or yesterday.
        """
    )
  }
}
