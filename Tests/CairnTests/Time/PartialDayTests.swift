import Cairn
import CairnTestKit
import Testing

@Suite struct `A partial date` {
  @Test(
    arguments: [
      ("2025-03-14", "2025-03-14", "2025-03-14"), ("2025-02", "2025-02-01", "2025-02-28"),
      ("2024-02", "2024-02-01", "2024-02-29"), ("2025-12", "2025-12-01", "2025-12-31"),
      ("2025", "2025-01-01", "2025-12-31"), ("0001", "0001-01-01", "0001-12-31"),
    ] as [(String, String, String)]
  )
  func `is written as it was read, and may be any day of its span`(
    text: String,
    first: String,
    last: String
  ) throws {
    let date = try #require(PartialDay(text: text))
    #expect(date.text == text)
    #expect((date.first.text, date.last.text) == (first, last))
    #expect(date.day?.text == (first == last ? first : nil))
  }

  @Test(arguments: [
    "", "25", "2025-", "2025-1", "2025-13", "2025-00", "2025-02-30", "2025-02-1", "2025-02-",
    "0000",
    "2025/02", " 2025", "2025 ", "202５", "2025-02-01T00:00", "-2025",
  ])
  func `is nothing else`(text: String) {
    #expect(PartialDay(text: text) == nil)
  }

  @Test func `knows the year and the month, where they are known`() throws {
    let dates = try ["2025-12-31", "2025-12", "2025"].map { try #require(PartialDay(text: $0)) }
    #expect(dates.map(\.year) == [2025, 2025, 2025])
    #expect(dates.map(\.month) == [12, 12, nil])
  }

  @Test(arguments: SeededGenerator.seeds)
  func `sorts like its text, before the days it contains`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let dates = (0..<200).map { _ in random.partialDay(around: 20_000) }
    #expect(dates.sorted().map(\.text) == dates.map(\.text).sorted())
    for (left, right) in zip(dates, dates.dropFirst()) {
      #expect((left < right) == (left.text < right.text))
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `is before another one only when every day of it is`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let left = random.partialDay(around: 20_000)
      let right = random.partialDay(around: 20_000)
      let possible = left.days.contains { mine in right.days.contains { mine >= $0 } }
      #expect(left.isSurelyBefore(right) == !possible)
    }
  }
}

extension PartialDay {
  fileprivate var days: [LocalDay] {
    (first.number...last.number).map { LocalDay(number: $0) }
  }
}

extension SeededGenerator {
  /// Returns a day within two years, its month, or its year.
  mutating func partialDay(around number: Int64) -> PartialDay {
    let day = LocalDay(number: Int32(self.number(number - 365...number + 365)))
    let (year, month, _) = day.civil
    let vague = oneIn(2) ? PartialDay(year: year) : PartialDay(year: year, month: month)
    return (oneIn(2) ? vague : nil) ?? PartialDay(day)
  }
}

@Suite struct `A day in earlier years` {
  @Test(
    arguments: [
      ("2025-02-28", ["2023-02-28", "2024-02-28", "2024-02-29"]),
      ("2024-02-28", ["2023-02-28"]), ("2024-02-29", []), ("2028-02-29", ["2024-02-29"]),
      ("2025-03-01", ["2023-03-01", "2024-03-01"]), ("2025-02-27", ["2023-02-27", "2024-02-27"]),
      ("2025-12-31", ["2023-12-31", "2024-12-31"]),
    ] as [(String, [String])]
  )
  func `is the same day, and 28 February holds the 29th`(text: String, days: [String]) throws {
    let day = try day(text)
    #expect(day.remembered(since: 2023).map(\.text).filter { $0 >= "2023" } == days)
  }

  @Test func `is the anniversary of every day once in every later year`() throws {
    let first = try day("1999-01-01")
    let last = try day("2001-12-31")
    for number in first.number...last.number {
      let past = LocalDay(number: number)
      for year in (past.year + 1)...2009 {
        let start = try day("\(year)-01-01")
        let days = (0..<366).map { start + Int32($0) }.filter { $0.year == year }
        #expect(days.count { $0.isAnniversary(past) } == 1, "\(past.text) in \(year)")
      }
    }
  }

  @Test func `is no anniversary of its own year or later`() throws {
    let day = try day("2025-06-01")
    #expect(!day.isAnniversary(day))
    #expect(!day.isAnniversary(try self.day("2026-06-01")))
    #expect(day.remembered(since: 2025).isEmpty)
  }

  private func day(_ text: String) throws -> LocalDay { try CairnTests.day(text) }
}
