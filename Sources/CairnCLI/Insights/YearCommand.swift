import Cairn
import CairnInsights
import CairnStore

extension Command<Surroundings> {
  static var yearInReview: Command {
    Command(
      "year",
      group: "Looking",
      summary: "Look back on a year.",
      discussion: "`cairn stats --in YEAR --why FIGURE` lists the sessions behind a figure.",
      reads: true,
      examples: [
        Example("cairn year", "this year so far"), Example("cairn year 2025", "another one"),
      ],
      arguments: [.optional("year", "The year; this one if left out.")],
      action: { invocation, surroundings in
        let given = try invocation.integer("year", in: 1_000...9_999).map { Int32($0) }
        return try await surroundings.withLog { log in
          let today = try await surroundings.today(in: log)
          let review = try await YearInReview(given ?? today.year, today, log)
          return surroundings.show(review)
        }
      }
    )
  }
}

/// What `cairn year` shows.
struct YearInReview {
  let year: Int32
  let statistics: Statistics
  let months: Series
  let books: FinishedBooks
  let pattern: HourPattern
  let mostRead: [BookTotalRow]

  init(_ year: Int32, _ today: LocalDay, _ log: Log) async throws {
    self.year = year
    let first = LocalDay(year: year, month: 1, day: 1) ?? today
    let days = first...PeriodUnit.year.lastDay(of: first, weekStart: 1)
    statistics = try await Statistics(Span(name: "\(year)", days: days, today: today), log)
    let rows = try await log.dayTotals(nil, in: days)
    let pages = try await log.dayTotals(Reading.kind, in: days)
    let joined = DayTotal.joined(rows, pages: pages)
    months = Series(joined, by: .month, in: Self.come(days, rows, today), weekStart: 1)
    books = FinishedBooks(try await log.finishedReadings().map(FinishedBook.init), year: year)
    pattern = try await HourPattern(Reading.kind, year, log)
    mostRead = Array(try await log.bookTotals(in: days).prefix(5))
  }
}

extension YearInReview {
  /// The days of a year that have come, and those on which something was done where it is later.
  private static func come(
    _ days: ClosedRange<LocalDay>,
    _ rows: [DayTotalRow],
    _ today: LocalDay
  ) -> ClosedRange<LocalDay> {
    let latest = max(days.lowerBound, today, rows.last?.day ?? today)
    return days.lowerBound...min(days.upperBound, latest)
  }

  /// Whether nothing was done in the year.
  fileprivate var isEmpty: Bool { statistics.totals.sessions == 0 && books.books.count == 0 }
}

extension Surroundings {
  fileprivate func show(_ review: YearInReview) -> ExitCode {
    if wantsJSON {
      output.print(review.json.text)
    } else if review.isEmpty {
      output.say("Nothing is recorded in \(review.year).")
    } else {
      tell(review)
    }
    return review.isEmpty ? .refused : .done
  }

  private func tell(_ review: YearInReview) {
    output.print(output.style.paint("\(review.year)", .title))
    output.print(lines: lines(review.statistics))
    output.print(lines: books(review.books))
    output.print(lines: best(review.pattern.bestWindow))
    output.print("")
    showMonths(review)
    guard !review.mostRead.isEmpty else { return }
    var table = Table(
      .init("most time", canShrink: true),
      .init("time", isNumber: true),
      .init("pages", isNumber: true)
    )
    for row in review.mostRead {
      table.append(.init(row.name), .init(text(row.sums.time)), .init("\(row.sums.amount)"))
    }
    output.print("")
    output.print(table)
  }

  private func books(_ books: FinishedBooks) -> [String] {
    var lines = self.lines("books", books.books) { "\($0) finished" }
    guard books.books.count > 0 else { return lines }
    lines += self.lines("book pages", books.pages) { "\($0)" }
    lines += self.lines("rating", books.ratings) { ratings in
      let stars = zip(1...5, ratings.stars).reversed().map { "\($0)★ \($1)" }
      return "\(decimal(ratings.averageHundredths)) stars (\(stars.joined(separator: "  ")))"
    }
    lines += self.lines("length", books.length) { ends in
      let two = (
        size(ends.most, ends.most.pages, "page"), size(ends.least, ends.least.pages, "page")
      )
      return ends.most == ends.least ? two.0 : "longest \(two.0), shortest \(two.1)"
    }
    lines += self.lines("speed", books.speed) { ends in
      ends.most == ends.least
        ? days(ends.most) : "fastest \(days(ends.least)), slowest \(days(ends.most))"
    }
    return lines
  }

  private func size(_ book: FinishedBook, _ size: Int64?, _ noun: String) -> String {
    "“\(book.title.visible)” (\(counted(size ?? 0, noun)))"
  }

  /// `“Emma” (same day)`, `“Emma” (3 days)`.
  private func days(_ book: FinishedBook) -> String {
    book.days == 0
      ? "“\(book.title.visible)” (same day)" : size(book, book.days.map { Int64($0) }, "day")
  }

  private func showMonths(_ review: YearInReview) {
    var table = Table(
      .init("month"),
      .init("time", isNumber: true),
      .init("days", isNumber: true),
      .init("sessions", isNumber: true),
      .init("pages", isNumber: true),
      .init("books", isNumber: true)
    )
    for (row, books) in zip(review.months.rows, review.books.byMonth.value ?? []) {
      let totals = row.totals
      table.append(
        .init(TimeFormat.months[Int(row.days.lowerBound.civil.month) - 1]),
        .init(text(totals.time), totals.time == .zero ? .dim : nil),
        .init("\(totals.activeDays)"),
        .init("\(totals.sessions)"),
        .init("\(totals.amount)"),
        .init("\(books)")
      )
    }
    output.print(table)
  }
}

extension YearInReview {
  fileprivate var json: JSON {
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
          ("longest", .book(books.length.value?.most)),
          ("shortest", .book(books.length.value?.least)),
        ])
      ),
      (
        "speed",
        books.speed.json([
          ("fastest", .book(books.speed.value?.least)),
          ("slowest", .book(books.speed.value?.most)),
        ])
      ),
      ("best_window", pattern.bestWindow.json),
      (
        "most_time",
        .array(
          mostRead.map { Breakdown.Thing(name: $0.title, id: $0.entry.record.text, [$0.sums]).json }
        )
      )
    )
  }
}

extension JSON {
  fileprivate static func book(_ book: FinishedBook?) -> JSON {
    guard let book else { return .null }
    return .members(
      ("title", .string(book.title)),
      ("pages", .number(book.pages)),
      ("days", .number(book.days.map { Int64($0) }))
    )
  }
}
