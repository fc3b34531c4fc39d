import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `A streak` {
  private static let first = LocalDay(number: 20_000)

  @Test func `equals a calendar, for every set of ten days and every today`() {
    var wrong: [String] = []
    for set in 0..<1_024 {
      let days = (0..<10).filter { set >> $0 & 1 == 1 }
      for today in 0..<12 {
        let streak = Streak(
          days: days.map { Self.first + Int32($0) },
          today: Self.first + Int32(today)
        )
        if !matches(streak, Set(days), today) { wrong.append("\(days) on \(today)") }
      }
    }
    #expect(wrong.prefix(5) == [])
  }

  /// The oracle counts back from today, and over all ranges, as a person would by hand.
  private func matches(_ streak: Streak, _ days: Set<Int>, _ today: Int) -> Bool {
    var current = 0
    var day = (today - 1...today + 1).last(where: days.contains) ?? today
    while days.contains(day) {
      current += 1
      day -= 1
    }
    var longest = 0
    var run = 0
    for day in 0...today + 1 {
      run = days.contains(day) ? run + 1 : 0
      longest = max(longest, run)
    }
    return streak.current == current && streak.longest == longest
      && streak.currentDays.count == current && streak.longestDays.count == longest
      && streak.isOpen == days.isDisjoint(with: [today, today + 1])
      && streak.currentDays == streak.currentDays.sorted()
      && streak.longestDays.allSatisfy { days.contains(Int($0 - Self.first)) }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `ignores order and duplicates of days`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let days = (0..<30).map { _ in Self.first + Int32.random(in: 0...40, using: &random) }
      let today = Self.first + Int32.random(in: 0...45, using: &random)
      let sorted = Streak(days: Set(days).sorted(), today: today)
      for other in [days, days.shuffled(using: &random) + days] {
        let streak = Streak(days: other, today: today)
        #expect(streak.currentDays == sorted.currentDays)
        #expect(streak.longestDays == sorted.longestDays)
      }
    }
  }

  @Test func `is empty without a session`() throws {
    let streak = Streak(days: [], today: try day("2026-01-05"))
    #expect(streak.current == 0 && streak.longest == 0 && streak.isOpen)
    #expect(streak.currentDays.isEmpty && streak.longestDays.isEmpty)
  }

  @Test func `is one on the day of the first session`() throws {
    let streak = Streak(days: try days("2026-01-05"), today: try day("2026-01-05"))
    #expect(streak.current == 1 && streak.longest == 1 && !streak.isOpen)
  }

  @Test(arguments: [
    ("2026-01-05", 3, false), ("2026-01-06", 3, true), ("2026-01-07", 0, true),
    ("2026-02-01", 0, true),
  ])
  func `stays alive through the next day and no longer`(
    today: String,
    current: Int,
    isOpen: Bool
  ) throws {
    let days = try days("2026-01-03", "2026-01-04", "2026-01-05")
    let streak = Streak(days: days, today: try day(today))
    #expect(streak.current == current && streak.longest == 3)
    #expect(streak.isOpen == isOpen)
  }

  @Test func `is repaired by a session recorded later`() throws {
    let today = try day("2026-01-05")
    let broken = try days("2026-01-01", "2026-01-02", "2026-01-04", "2026-01-05")
    #expect(Streak(days: broken, today: today).current == 2)
    let healed = Streak(days: broken + (try days("2026-01-03")), today: today)
    #expect(healed.current == 5 && healed.longest == 5)
  }

  @Test func `is recomputed when a session is deleted`() throws {
    let today = try day("2026-01-05")
    let all = try days("2026-01-03", "2026-01-04", "2026-01-05")
    #expect(Streak(days: all.filter { $0.text != "2026-01-04" }, today: today).longest == 1)
  }

  @Test func `excludes days that are in the future everywhere`() throws {
    let days = try days("2026-01-04", "2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08")
    let streak = Streak(days: days, today: try day("2026-01-05"))
    #expect(streak.current == 3 && streak.longest == 3)
  }

  @Test func `is alive if its last day is already tomorrow elsewhere`() throws {
    let days = try days("2026-01-05", "2026-01-06")
    let streak = Streak(days: days, today: try day("2026-01-05"))
    #expect(streak.current == 2 && !streak.isOpen)
  }

  @Test func `returns its days, and the latest of two of equal length`() throws {
    let days = try days("2026-01-01", "2026-01-02", "2026-01-04", "2026-01-05")
    let streak = Streak(days: days, today: try day("2026-01-20"))
    #expect(streak.currentDays.isEmpty)
    #expect(streak.longestDays.map(\.text) == ["2026-01-04", "2026-01-05"])
  }

  @Test func `continues over the ends of months and years`() throws {
    let days = try days(
      "2027-12-30",
      "2027-12-31",
      "2028-01-01",
      "2028-02-28",
      "2028-02-29",
      "2028-03-01"
    )
    let streak = Streak(days: days, today: try day("2028-03-02"))
    #expect(streak.current == 3 && streak.longest == 3)
  }

  @Test func `has a definition`() throws {
    #expect(
      StreakRule(weekStart: .monday).definition.hasPrefix("Consecutive days with any tracked time;")
    )
    let minimum = try #require(StreakMinimum(text: "1 page"))
    let rule = StreakRule(cadence: .weekly, minimum: minimum, weekStart: .monday)
    #expect(rule.definition.hasPrefix("Consecutive weeks with at least 1 page;"))
  }
}

@Suite struct `A streak of sessions` {
  private static let berlin = ZoneRules(
    name: "Europe/Berlin",
    firstOffset: 3_600,
    transitions: [
      (Instant(milliseconds: 1_774_746_000_000), 7_200),
      (Instant(milliseconds: 1_792_890_000_000), 3_600),
    ]
  )

  @Test func `keeps both days of one from 23:41 to 00:19`() throws {
    let touched = try daysTouched(from: "2026-01-05T23:41", to: "2026-01-06T00:19")
    #expect(touched.map(\.text) == ["2026-01-05", "2026-01-06"])
    #expect(Streak(days: touched, today: try day("2026-01-06")).current == 2)
    #expect(Streak(days: touched, today: try day("2026-01-07")).current == 2)
  }

  @Test func `assigns the night to the previous day if days begin at four`() throws {
    let touched = try daysTouched(from: "2026-01-05T23:41", to: "2026-01-06T00:19", dayStartHour: 4)
    #expect(touched.map(\.text) == ["2026-01-05"])
  }

  @Test func `ends at midnight without counting the next day`() throws {
    let touched = try daysTouched(from: "2026-01-05T23:00", to: "2026-01-06T00:00")
    #expect(touched.map(\.text) == ["2026-01-05"])
  }

  @Test func `from 00:00 to 05:00 is on the day on the clock`() throws {
    let touched = try daysTouched(
      from: "2026-01-05T23:00",
      to: "2026-01-06T04:00",
      zone: Self.berlin
    )
    #expect(touched.map(\.text) == ["2026-01-06"])
  }

  @Test func `counts 23:00 and 08:00 on the next day as two days`() throws {
    let late = try daysTouched(from: "2026-01-05T22:00", to: "2026-01-05T22:30", zone: Self.berlin)
    let early = try daysTouched(from: "2026-01-06T07:00", to: "2026-01-06T07:30", zone: Self.berlin)
    #expect(Streak(days: late + early, today: try day("2026-01-06")).current == 2)
  }

  @Test func `continues over clock changes in spring and autumn`() throws {
    let spring = try ["28", "29", "30"].flatMap {
      try daysTouched(from: "2026-03-\($0)T21:50", to: "2026-03-\($0)T21:55", zone: Self.berlin)
    }
    #expect(Streak(days: spring, today: try day("2026-03-30")).current == 3)
    let autumn = try ["24", "25", "26"].flatMap {
      try daysTouched(from: "2026-10-\($0)T22:05", to: "2026-10-\($0)T22:10", zone: Self.berlin)
    }
    #expect(autumn.map(\.text) == ["2026-10-25", "2026-10-25", "2026-10-26"])
    #expect(Streak(days: autumn, today: try day("2026-10-26")).current == 2)
  }

  @Test func `survives a flight west over the date line`() throws {
    let auckland = ZoneRules(name: "Pacific/Auckland", firstOffset: 46_800, transitions: [])
    let honolulu = ZoneRules(name: "Pacific/Honolulu", firstOffset: -36_000, transitions: [])
    let before = try daysTouched(from: "2026-03-04T07:00", to: "2026-03-04T08:00", zone: auckland)
    let boarding = try daysTouched(from: "2026-03-05T07:00", to: "2026-03-05T08:00", zone: auckland)
    let landed = try daysTouched(from: "2026-03-05T18:00", to: "2026-03-05T19:00", zone: honolulu)
    let all = before + boarding + landed
    #expect(all.map(\.text) == ["2026-03-04", "2026-03-05", "2026-03-05"])
    let today = honolulu.day(at: try at("2026-03-05T09:59"))
    #expect(today.text == "2026-03-04", "it is yesterday again")
    #expect(Streak(days: all, today: today).current == 2)
    #expect(Streak(days: all, today: today + 1).current == 2)
  }
}
