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

extension YearInReview {
  package var json: JSON {
    let ratings = books.ratings
    return .members(
      ("year", .integer(Int64(year))),
      ("statistics", statistics.json),
      ("months", .array(months.rows.map(\.json))),
      ("books", books.books.json([("finished", .number(books.books.value.map { Int64($0) }))])),
      (
        "books_by_month",
        books.byMonth.json([
          ("months", .array((books.byMonth.value ?? []).map { .integer(Int64($0)) }))
        ])
      ),
      ("book_pages", books.pages.json([("pages", .number(books.pages.value))])),
      (
        "ratings",
        ratings.json([
          ("stars", .array((ratings.value?.stars ?? []).map { .integer(Int64($0)) })),
          ("average_hundredths", .number(ratings.value?.averageHundredths)),
        ])
      ),
      (
        "length",
        books.length.json([
          ("longest", .book(books.length.value?.largest)),
          ("shortest", .book(books.length.value?.smallest)),
        ])
      ),
      (
        "speed",
        books.speed.json([
          ("fastest", .book(books.speed.value?.smallest)),
          ("slowest", .book(books.speed.value?.largest)),
        ])
      ),
      ("best_window", pattern.bestWindow.json),
      (
        "most_time",
        .array(
          mostRead.map { Breakdown.Item(name: $0.title, id: $0.entry.record.text, [$0.sums]).json }
        )
      )
    )
  }
}

extension JSON {
  package static func book(_ book: FinishedBook?) -> JSON {
    guard let book else { return .null }
    return .members(
      ("title", .string(book.title)),
      ("pages", .number(book.pages)),
      ("days", .number(book.days.map { Int64($0) }))
    )
  }
}
