package import Cairn
package import CairnInsights
package import CairnStore

/// The figures of `cairn year`.
package struct YearInReview {
  package let year: Int32
  package let statistics: Statistics
  package let months: Series
  package let books: FinishedBooks
  package let pattern: HourPattern
  package let mostRead: [BookTotalRow]

  package init(_ year: Int32, _ today: LocalDay, _ log: Log) async throws {
    self.year = year
    let first = LocalDay(year: year, month: 1, day: 1) ?? today
    let days = first.wholeYear
    statistics = try await Statistics(Span(name: "\(year)", days: days, today: today), log)
    let rows = try await log.dayTotals(nil, in: days)
    let pages = try await log.dayTotals(Reading.kind, in: days)
    let joined = DayTotal.joined(rows, pages: pages)
    let elapsedDays = Self.elapsedDays(days, rows, today)
    months = Series(joined, .monthly, in: elapsedDays, weekStart: try await log.weekStart())
    books = FinishedBooks(try await log.finishedReadings().map(FinishedBook.init), year: year)
    pattern = try await HourPattern(Reading.kind, year, log)
    mostRead = Array(try await log.bookTotals(in: days).prefix(5))
  }
}

extension YearInReview {
  /// Returns the days of the year until today, or until the last one with sessions if it is later.
  private static func elapsedDays(
    _ days: ClosedRange<LocalDay>,
    _ rows: [DayTotalRow],
    _ today: LocalDay
  ) -> ClosedRange<LocalDay> {
    let latest = max(days.lowerBound, today, rows.last?.day ?? today)
    return days.lowerBound...min(days.upperBound, latest)
  }

  /// Whether the year has neither sessions nor finished books.
  package var isEmpty: Bool { statistics.totals.sessions == 0 && books.books.count == 0 }
}

extension YearInReview: JSONModel {
  package static let fields: JSONFields<YearInReview> = [
    .init("year", .integer, \.year),
    .init("statistics", \.statistics),
    .init("months", \.months.rows),
    .figure("books", \.books.books, [.init("finished", \.value)]),
    .figure("books_by_month", \.books.byMonth, [.init("months") { $0.value ?? [] }]),
    .figure("book_pages", \.books.pages, [.init("pages", \.value)]),
    .figure(
      "ratings",
      \.books.ratings,
      [
        .init("stars") { $0.value?.stars ?? [] },
        .init("average_hundredths") { $0.value?.averageHundredths },
      ]
    ),
    .figure(
      "length",
      \.books.length,
      [.init("longest") { $0.value?.largest }, .init("shortest") { $0.value?.smallest }]
    ),
    .figure(
      "speed",
      \.books.speed,
      [.init("fastest") { $0.value?.smallest }, .init("slowest") { $0.value?.largest }]
    ),
    .object("best_window", \.pattern.bestWindow, HourPatternReport.windowFields),
    .init("most_time") {
      $0.mostRead.map { Breakdown.Item(name: $0.title, id: $0.entry.record.text, [$0.sums]) }
    },
  ]
}

extension FinishedBook: JSONModel {
  package static let fields: JSONFields<FinishedBook> = [
    .init("title", \.title),
    .init("pages", \.pages),
    .init("days", .integer, \.days),
  ]
}
