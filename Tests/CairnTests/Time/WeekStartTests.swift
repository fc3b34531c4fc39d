import Cairn
import CairnTestKit
import Testing

@Suite struct `Weeks` {
  private static let starts = ["monday", "sunday", "saturday"]

  @Test(arguments: WeekStart.all)
  func `begin on the chosen day and have seven days`(start: WeekStart) {
    for number in 20_000..<20_030 {
      let day = LocalDay(number: Int32(number))
      let week = start.week(of: day)
      #expect(week.lowerBound.weekday == start.weekday && week.count == 7 && week.contains(day))
      #expect(week.allSatisfy { start.week(of: $0) == week })
      #expect(day - week.lowerBound == start.dayIndex(of: day))
      #expect(start.weekdays[Int(start.dayIndex(of: day))] == Int(day.weekday))
    }
  }

  @Test(arguments: [
    ("monday", "2025-12-29", "2026-01-04"), ("sunday", "2025-12-28", "2026-01-03"),
    ("saturday", "2025-12-27", "2026-01-02"),
  ])
  func `of New Year are in both years`(name: String, first: String, last: String) throws {
    let start = try #require(WeekStart(name: name))
    for text in ["2025-12-31", "2026-01-01"] {
      let week = Cadence.weekly.period(of: try day(text), start)
      #expect([week.lowerBound.text, week.upperBound.text] == [first, last])
    }
    let days = try day("2025-12-01")...day("2026-01-31")
    let weeks = Cadence.weekly.periods(in: days, start)
    #expect(weeks.filter { $0.contains { $0.text == "2026-01-01" } }.count == 1)
    #expect(zip(weeks, weeks.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound })
  }

  // D68
  @Test(arguments: Weeks.starts, 2_015...2_035)
  func `at the end of a year are never the first of the same year`(name: String, year: Int) throws {
    let start = try #require(WeekStart(name: name))
    let january = start.week(of: try day("\(year)-01-01"))
    for text in ["\(year)-12-29", "\(year)-12-30", "\(year)-12-31"] {
      #expect(start.week(of: try day(text)) != january)
    }
    let (first, last) = (try day("\(year)-01-01"), try day("\(year)-12-31"))
    #expect((52...53).contains(start.weeks(from: first, to: last)))
    #expect(start.weeks(from: last, to: first) == -start.weeks(from: first, to: last))
  }

  @Test func `are identified by the English name of their first day`() {
    #expect(WeekStart.all.map(\.weekday) == Array(1...7))
    #expect(WeekStart(name: "Sunday") == nil && WeekStart(name: "") == nil)
    #expect(WeekStart(name: "sunday")?.weekdays == [7, 1, 2, 3, 4, 5, 6])
  }
}
