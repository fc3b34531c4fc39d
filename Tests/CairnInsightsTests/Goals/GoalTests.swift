import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `A goal` {
  private static let challenge = try? Goal(
    .books,
    .yearly,
    target: 24,
    from: LocalDay(number: 20_454)
  )

  /// 2026-01-01 is day 20454.
  private func progress(_ day: String, books: Int = 0) throws -> GoalProgress {
    let goal = try #require(Self.challenge)
    let finishes = (0..<books).compactMap { Finish(title: "\($0)", text: "2026-01-01") }
    let activity = Activity(days: [], finishes: finishes)
    let today = try CairnInsightsTests.day(day)
    return try #require(Goals([goal], weekStart: .monday).now(activity, today: today).first)
  }

  @Test(arguments: [
    ("2026-01-01", 0), ("2026-01-08", 1), ("2026-07-02", 12), ("2026-12-31", 24),
    ("2028-02-29", 4), ("2028-12-30", 24), ("2028-12-31", 24),
  ])
  func `is due evenly over all days of its year, including leap days`(
    day: String,
    due: Int64
  ) throws {
    #expect(try progress(day).expected == due)
  }

  @Test func `is due exactly, to half a book, on every day of a leap year`() throws {
    let goal = try Goal(.books, .yearly, target: 24, from: try day("2028-01-01"))
    for number in 1...366 {
      let today = try day("2028-01-01") + Int32(number - 1)
      let due = Goals([goal], weekStart: .monday).now(Activity(days: []), today: today).first?
        .expected
      #expect(due == Int64((24.0 * Double(number) / 366).rounded(.toNearestOrAwayFromZero)))
    }
  }

  @Test func `is ahead, behind or on schedule`() throws {
    #expect(try progress("2026-07-02", books: 14).ahead == 2)
    #expect(try progress("2026-07-02", books: 9).ahead == -3)
    #expect(try progress("2026-07-02", books: 12).ahead == 0)
    #expect(try progress("2026-07-02", books: 24).isMet)
  }

  @Test func `that is changed keeps earlier periods as they were`() throws {
    let goals = [
      try Goal(.minutes, .weekly, target: 60, from: try day("2026-01-07")),
      try Goal(.minutes, .weekly, target: 90, from: try day("2026-01-21")),
      try Goal(.minutes, .weekly, target: nil, from: try day("2026-02-02")),
      try Goal(.minutes, .weekly, target: 30, from: try day("2026-02-09")),
    ]
    let rows = Goals(goals.reversed(), weekStart: .monday).past(
      .minutes,
      .weekly,
      Activity(days: []),
      today: try day("2026-02-11"),
      limit: 10
    )
    let told = rows.map { "\($0.period.lowerBound.text) \($0.target)" }
    let weeks = [
      "2026-02-09 30", "2026-01-26 90", "2026-01-19 90", "2026-01-12 60", "2026-01-05 60",
    ]
    #expect(told == weeks)
  }

  @Test func `begins with the period of its first day`() throws {
    let goal = try Goal(.pages, .monthly, target: 300, from: try day("2026-03-17"))
    #expect(goal.from.text == "2026-03-17")
    #expect(
      Goals([goal], weekStart: .monday).target(.pages, .monthly, on: try day("2026-03-02")) == 300
    )
    #expect(
      Goals([goal], weekStart: .monday).target(.pages, .monthly, on: try day("2026-02-28")) == nil
    )
    #expect(
      Goals([goal], weekStart: .monday).target(.pages, .daily, on: try day("2026-03-02")) == nil
    )
  }

  @Test(arguments: SeededGenerator.seeds)
  func `equals the sum of every day`(seed: UInt64) throws {
    let activity = Activity.random(seed: seed)
    let first = try #require(activity.days.first?.day)
    for offset in stride(from: 0 as Int32, to: 520, by: 37) {
      for cadence in Cadence.all {
        let period = cadence.period(of: first + offset, .monday)
        #expect(period.contains(first + offset))
        let days = activity.days.filter { period.contains($0.day) }
        let time = days.reduce(0) { $0 + $1.time.count } / 60_000
        #expect(activity.amount(of: .minutes, in: period).value == time)
        let pages = days.reduce(0) { $0 + $1.amount }
        #expect(activity.amount(of: .pages, in: period).value == pages)
        let sessions = days.reduce(0) { $0 + $1.sessions }
        #expect(activity.amount(of: .sessions, in: period).value == Int64(sessions))
        let all = activity.finishes.filter {
          cadence.period(of: $0.days.lowerBound, .monday) == period
            && cadence.period(of: $0.days.upperBound, .monday) == period
        }
        #expect(activity.amount(of: .books, in: period).value == Int64(all.count))
      }
    }
  }

  @Test func `of books counts a year if only the year is known`() throws {
    let finishes = try ["2026", "2026-03", "2026-03-05", "2025"].map {
      try #require(Finish(title: $0, text: $0))
    }
    let activity = Activity(days: [], finishes: finishes, undated: 2)
    let march = Cadence.monthly.period(of: try day("2026-03-01"), .monday)
    let inMarch = activity.amount(of: .books, in: march)
    #expect(inMarch.value == 2 && inMarch.excluded == 3)
    let year = activity.amount(
      of: .books,
      in: Cadence.yearly.period(of: try day("2026-03-01"), .monday)
    )
    #expect(year.value == 3 && year.excluded == 2)
  }

  @Test(arguments: [
    ("monday", "2025-12-29"), ("sunday", "2025-12-28"), ("saturday", "2025-12-27"),
  ])
  func `of a week applies from the week of its first day, also across New Year`(
    name: String,
    first: String
  ) throws {
    let start = try #require(WeekStart(name: name))
    let (old, new) = (try day("2025-12-01"), try day("2026-01-01"))
    let goals = Goals(
      [
        try Goal(.minutes, .weekly, target: 60, from: old),
        try Goal(.minutes, .weekly, target: 90, from: new),
      ],
      weekStart: start
    )
    let days = [
      DayTotal(day: try day("2025-12-26"), time: .minutes(70), amount: 0, sessions: 1),
      DayTotal(day: try day("2025-12-31"), time: .minutes(40), amount: 0, sessions: 1),
      DayTotal(day: new, time: .minutes(50), amount: 0, sessions: 1),
    ]
    let weeks = goals.past(.minutes, .weekly, Activity(days: days), today: new, limit: 2)
    #expect(weeks.map(\.period.lowerBound.text) == [first, (try day(first) - 7).text])
    #expect(weeks.map(\.target) == [90, 60])
    #expect(weeks.map(\.isMet) == [true, true])
  }

  @Test(arguments: ["", "26", "2026-13", "2026-02-30", "spring", "2026-1", "2026-01-01-01"])
  func `of books ignores an invalid date`(text: String) {
    #expect(Finish(title: "Emma", text: text) == nil)
  }
}

@Suite struct `A milestone` {
  @Test(arguments: SeededGenerator.seeds)
  func `is dated by the day it was reached`(seed: UInt64) throws {
    let activity = Activity.random(seed: seed)
    let streak = Streak(
      activity.days,
      rule: StreakRule(weekStart: .monday),
      today: LocalDay(number: 22_000)
    )
    let milestones = Milestones(activity, streak)
    for kind in [Milestone.Kind.hours, .sessions] {
      for one in milestones.reached.filter({ $0.kind == kind }) {
        let day = one.reached.first
        func sum(_ days: [DayTotal]) -> Int64 {
          kind == .hours
            ? days.reduce(0) { $0 + $1.time.count } / 3_600_000
            : days.reduce(0) { $0 + Int64($1.sessions) }
        }
        #expect(sum(activity.days.filter { $0.day <= day }) >= one.amount)
        #expect(sum(activity.days.filter { $0.day < day }) < one.amount)
      }
    }
    for next in milestones.next { #expect(next.done < next.amount || next.kind == .streak) }
  }

  @Test func `of books excludes undated ones, and keeps a date's precision`() throws {
    let finishes = try ["2024", "2025-03", "2025-04-01", "2025-05-01", "2025-06-01"].map {
      try #require(Finish(title: $0, text: $0))
    }
    let activity = Activity(days: [], finishes: finishes, undated: 4)
    let milestones = Milestones(activity, Streak(days: [], today: try day("2026-01-01")))
    #expect(
      milestones.reached.map { "\($0.amount) \($0.reached.text)" } == ["5 2025-06-01", "1 2024"]
    )
    #expect(milestones.excluded == 4)
  }

  @Test func `of a streak is the first day it was that long`() throws {
    let first = try day("2026-01-01")
    let days = (0..<8).map { first + $0 } + (20..<60).map { first + $0 }
    let streak = Streak(days: days, today: first + 59)
    let reached = Milestones(Activity(days: []), streak).reached
    #expect(reached.map { "\($0.amount) \($0.reached.text)" } == ["30 2026-02-19", "7 2026-01-07"])
  }
}

@Suite struct `A nudge` {
  @Test(arguments: [
    (30, 10, true), (29, 29, false), (30, 9, false), (400, 10, true), (400, 0, false),
  ])
  func `appears for an idle book that was started long ago`(
    started: Int32,
    last: Int32,
    isDue: Bool
  ) throws {
    let today = try day("2026-03-05")
    let nudge = Nudge("Emma", started: today - started, last: today - last, today: today)
    #expect((nudge != nil) == isDue)
    #expect(nudge?.idle == (isDue ? last : nil))
  }

  @Test func `counts from the start if nothing was recorded since`() throws {
    let today = try day("2026-03-05")
    #expect(Nudge("Emma", started: today - 31, last: nil, today: today)?.idle == 31)
  }
}
