import Cairn
import CairnInsights
import CairnTestKit
import Testing

/// The chains of a small calendar, found by checking every range of it.
///
/// A range is a chain if its first and last steps meet the minimum, and all others meet it or are
/// rests; the longest range has the most steps that meet the minimum.
private struct BruteForce {
  let enough: Set<Int>
  let rests: Set<Int>

  func count(_ first: Int, _ last: Int) -> Int? {
    guard first <= last, enough.contains(first), enough.contains(last) else { return nil }
    let inside = Set(first...last)
    return inside.isSubset(of: enough.union(rests)) ? inside.intersection(enough).count : nil
  }

  func longest(upTo end: Int) -> Int {
    (0...end).flatMap { first in (0...end).compactMap { count(first, $0) } }.max() ?? 0
  }

  /// Returns the chain whose last step is followed only by rests before `now`.
  func current(at now: Int, upTo end: Int) -> Int {
    let last = (0...end).last { last in
      enough.contains(last) && (last >= now || Set((last + 1)..<now).isSubset(of: rests))
    }
    guard let last, enough.filter({ $0 <= end }).max() == last else { return 0 }
    return (0...last).compactMap { count($0, last) }.max() ?? 0
  }
}

@Suite struct `A fair streak` {
  private static let first = LocalDay(number: 20_461)

  @Test func `equals a check of every range, for all patterns of days and rest days`() {
    var wrong: [String] = []
    for code in 0..<2_187 {
      let kinds = (0..<7).map { code / [1, 3, 9, 27, 81, 243, 729][$0] % 3 }
      let days = Set((0..<7).filter { kinds[$0] == 1 })
      let rests = Set((0..<7).filter { kinds[$0] == 2 })
      for today in 0..<9 where !matches(days, rests, today) {
        wrong.append("\(days.sorted()), rests \(rests.sorted()), today \(today)")
      }
    }
    #expect(wrong.prefix(5) == [])
  }

  private func matches(_ days: Set<Int>, _ rests: Set<Int>, _ today: Int) -> Bool {
    let streak = Streak(
      days: days.map { Self.first + Int32($0) },
      restDays: rests.filter { $0 % 2 == 0 }.map { Self.first + Int32($0) },
      skipped: rests.filter { $0 % 2 == 1 }.map { Self.first + Int32($0) },
      today: Self.first + Int32(today)
    )
    let oracle = BruteForce(enough: days.filter { $0 <= today + 1 }, rests: rests)
    let shown = (streak.now.restDays + streak.now.skipped).map { Int($0 - Self.first) }
    return streak.longest == oracle.longest(upTo: today + 1)
      && streak.current == oracle.current(at: today, upTo: today + 1)
      && streak.currentDays == streak.currentDays.sorted()
      && rests.isSuperset(of: shown) && (streak.current > 0 || shown.isEmpty)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `of weeks equals a check of every range`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let start = try #require(WeekStart.all.randomElement(using: &random))
      let rule = StreakRule(
        cadence: .weekly,
        minimum: try #require(StreakMinimum(text: "3 sessions")),
        weekStart: start
      )
      let first = start.week(of: Self.first).lowerBound
      let days = (0..<56).filter { _ in Int.random(in: 0..<10, using: &random) < 4 }
      let restDays = Set((0..<8).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
      let today = Int.random(in: 0..<60, using: &random)
      let streak = Streak(
        days: days.map { first + Int32($0) },
        rule: rule,
        restDays: restDays.flatMap { week in (0..<7).map { first + Int32(week * 7 + $0) } },
        today: first + Int32(today)
      )
      let counts = Dictionary(grouping: days.filter { $0 <= today + 1 }) { $0 / 7 }
      let enough = Set(counts.filter { $1.count >= 3 }.keys)
      let oracle = BruteForce(enough: enough, rests: restDays)
      #expect(streak.longest == oracle.longest(upTo: 10))
      #expect(streak.current == oracle.current(at: today / 7, upTo: 10))
      #expect(streak.excluded == counts.count - enough.count)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `never shrinks when a day or a rest day is added`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var days = (0..<20).map { _ in Self.first + Int32.random(in: 0...30, using: &random) }
      var restDays: [LocalDay] = []
      let today = Self.first + 30
      var before = Streak(days: days, today: today)
      for _ in 0..<10 {
        let day = Self.first + Int32.random(in: 0...30, using: &random)
        if Bool.random(using: &random) { days.append(day) } else { restDays.append(day) }
        let after = Streak(days: days, restDays: restDays, today: today)
        #expect(after.longest >= before.longest && after.current >= before.current)
        before = after
      }
    }
  }

  @Test func `continues over a rest day, which adds nothing and is shown`() throws {
    let (days, today) = (try days("2026-01-04", "2026-01-06"), try day("2026-01-06"))
    let streak = Streak(
      days: days,
      restDays: try CairnInsightsTests.days("2026-01-05"),
      today: today
    )
    #expect(streak.current == 2 && streak.longest == 2)
    #expect(streak.now.restDays.map(\.text) == ["2026-01-05"])
    #expect(streak.definition.hasSuffix("Rest days keep the streak without adding to it."))
  }

  @Test func `stays alive during a rest day`() throws {
    let restDays = try days("2026-01-05", "2026-01-06", "2026-01-07")
    for (today, current) in [("2026-01-07", 1), ("2026-01-08", 1), ("2026-01-09", 0)] {
      let streak = Streak(days: try days("2026-01-04"), restDays: restDays, today: try day(today))
      #expect(streak.current == current, "\(today)")
    }
  }

  @Test func `counts a rest day with activity like any other`() throws {
    let days = try days("2026-01-04", "2026-01-05")
    let streak = Streak(days: days, restDays: days, today: try day("2026-01-05"))
    #expect(streak.current == 2 && streak.now.restDays.isEmpty)
  }

  @Test func `does not begin with a rest day`() throws {
    let streak = Streak(days: [], restDays: try days("2026-01-05"), today: try day("2026-01-05"))
    #expect(streak.current == 0 && streak.now.restDays.isEmpty)
  }

  @Test(arguments: [
    ("any", 4), ("10 minutes", 3), ("30 minutes", 1), ("5 pages", 3), ("2 sessions", 1),
  ])
  func `counts days that reach the minimum`(minimum: String, counted: Int) throws {
    let rows: [(String, Int64, Int64, Int)] = [
      ("2026-01-01", 9, 3, 1), ("2026-01-02", 10, 5, 1), ("2026-01-03", 29, 8, 1),
      ("2026-01-04", 60, 40, 2),
    ]
    let days = try rows.map {
      DayTotal(day: try day($0.0), time: .minutes($0.1), amount: $0.2, sessions: $0.3)
    }
    let rule = StreakRule(minimum: try #require(StreakMinimum(text: minimum)), weekStart: .monday)
    let streak = Streak(days, rule: rule, today: try day("2026-01-04"))
    #expect(streak.counted == counted && streak.current == counted)
    #expect(streak.excluded == 4 - counted)
  }

  @Test func `of weeks adds up the days of each, and stays alive through the next week`() throws {
    let rule = StreakRule(
      cadence: .weekly,
      minimum: try #require(StreakMinimum(text: "90 minutes")),
      weekStart: .monday
    )
    let days = try days("2026-01-05", "2026-01-11", "2026-01-12", "2026-01-14", "2026-01-20")
    for (today, current) in [("2026-01-18", 2), ("2026-01-25", 2), ("2026-01-26", 0)] {
      #expect(Streak(days: days, rule: rule, today: try day(today)).current == current, "\(today)")
    }
    let streak = Streak(days: days, rule: rule, today: try day("2026-01-25"))
    #expect(streak.currentDays.map(\.text) == ["2026-01-05", "2026-01-12"])
    #expect(streak.excluded == 1 && streak.isOpen)
  }

  @Test func `of weeks rests only if the whole week does`() throws {
    let rule = StreakRule(cadence: .weekly, weekStart: .monday)
    let days = try days("2026-01-05", "2026-01-19")
    let whole = try (12...18).map { try day("2026-01-\($0)") }
    let today = try day("2026-01-19")
    #expect(Streak(days: days, rule: rule, restDays: whole, today: today).current == 2)
    let part = Array(whole.dropLast())
    #expect(Streak(days: days, rule: rule, restDays: part, today: today).current == 1)
  }

  @Test func `does not break on the day that Samoa skipped`() throws {
    let leap = Instant(milliseconds: 1_325_239_200_000)
    let apia = ZoneRules(name: "Pacific/Apia", firstOffset: -36_000, transitions: [(leap, 50_400)])
    #expect(apia.skippedDays.map(\.text) == ["2011-12-30"])
    let before = try daysTouched(from: "2011-12-30T07:00", to: "2011-12-30T08:00", zone: apia)
    let after = try daysTouched(from: "2011-12-30T17:00", to: "2011-12-30T18:00", zone: apia)
    #expect((before + after).map(\.text) == ["2011-12-29", "2011-12-31"])
    let today = try day("2011-12-31")
    let streak = Streak(days: before + after, skipped: apia.skippedDays, today: today)
    #expect(streak.current == 2 && streak.now.skipped == apia.skippedDays)
    #expect(streak.definition.contains("Days skipped by a time zone change do not break it."))
    #expect(Streak(days: before, skipped: apia.skippedDays, today: today).current == 1)
  }
}
