import Cairn
import CairnTestKit
import Foundation
import Testing

@Suite struct `Calendar days` {
  @Test func `count every day from 1900 to 2100`() {
    var wrong: [String] = []
    var number: Int32 = -25_567
    var weekday: Int32 = 1
    for (year, month, length) in months {
      for day in 1...length {
        let made = LocalDay(number: number)
        let isRight =
          made.civil == (year, month, day) && made.weekday == weekday && made.year == year
          && LocalDay(year: year, month: month, day: day) == made
          && LocalDay(text: made.text) == made
        if !isRight { wrong.append(made.text) }
        number += 1
        weekday = weekday % 7 + 1
      }
    }
    #expect(wrong.prefix(5) == [])
    #expect(LocalDay(number: number) == LocalDay(year: 2101, month: 1, day: 1))
  }

  /// All months from 1900 to 2100 with their lengths.
  private var months: [(Int32, Int32, Int32)] {
    let lengths: [Int32] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1900...2100).flatMap { year in
      let isLeap = year != 1900 && year != 2100 && year % 4 == 0
      return lengths.enumerated().map { index, length in
        (Int32(year), Int32(index + 1), index == 1 && isLeap ? 29 : length)
      }
    }
  }

  @Test func `agree with Foundation's calendar from 1900 to 2100`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let parts: Set<Calendar.Component> = [.year, .month, .day, .weekday]
    var wrong: [String] = []
    for number in Int32(-25_567)...47_846 {
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let expected = calendar.dateComponents(parts, from: date)
      let made = LocalDay(number: number)
      let civil = made.civil
      let isRight =
        expected.year == Int(civil.year) && expected.month == Int(civil.month)
        && expected.day == Int(civil.day) && expected.weekday == Int(made.weekday % 7 + 1)
      if !isRight { wrong.append(made.text) }
    }
    #expect(wrong.prefix(5) == [])
  }

  @Test(
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (20_458, "2026-01-05"),
      (-719_528, "0000-01-01"), (2_932_896, "9999-12-31"),
    ] as [(Int32, String)]
  )
  func `are written with four, two and two digits`(number: Int32, text: String) {
    #expect(LocalDay(number: number).text == text)
    #expect(LocalDay(text: text)?.number == number)
  }

  @Test(arguments: [
    "", "2026", "2026-01", "2026-1-05", "2026-01-5", "26-01-05", "2026-00-10", "2026-13-01",
    "2026-01-00", "2026-01-32", "2026-04-31", "2026-02-29", "1900-02-29", "2100-02-29",
    "2026-01-05 ", " 2026-01-05", "2026-01-05T00:00:00Z", "2026/01/05", "20260105",
    "-026-01-05", "+2026-01-05", "２０２６-01-05", "2026-01-0x",
  ])
  func `reject a text that is not a day`(text: String) {
    #expect(LocalDay(text: text) == nil)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `have a whole month and a whole year`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let day = LocalDay(number: Int32(random.number(-800_000...3_000_000)))
      let (month, year) = (day.wholeMonth, day.wholeYear)
      #expect(month.contains(day) && year.contains(day) && month.clamped(to: year) == month)
      #expect(month.lowerBound.civil.day == 1 && (month.upperBound + 1).civil.day == 1)
      #expect(month.allSatisfy { $0.civil.month == day.civil.month })
      #expect(year.count == (year.contains { $0.civil == (day.year, 2, 29) } ? 366 : 365))
      #expect(
        (year.lowerBound - 1).year == day.year - 1 && (year.upperBound + 1).year == day.year + 1
      )
    }
  }

  @Test func `are compared however far apart they are`() {
    let (first, last) = (LocalDay(number: .min), LocalDay(number: .max))
    #expect(first != last && [last, first].sorted() == [first, last])
    #expect(first.distance(to: last) == 2 * Int(LocalDay.maximum))
  }

  @Test func `are counted from one another`() throws {
    #expect(try day("2026-02-18") - day("2026-02-01") == 17)
    #expect(try day("2026-02-28") + 1 == day("2026-03-01"))
    #expect(try day("2024-03-01") - 1 == day("2024-02-29"))
    #expect(try day("2025-12-31") < day("2026-01-01"))
  }

  @Test(arguments: SeededGenerator.seeds)
  func `divide toward the past`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let value = random.number(-1_000_000_000_000...1_000_000_000_000)
      let divisor = random.number(1...90_000_000)
      let rest = floorRemainder(value, divisor)
      #expect((0..<divisor).contains(rest))
      #expect(floorDivide(value, divisor) * divisor + rest == value)
    }
  }
}
