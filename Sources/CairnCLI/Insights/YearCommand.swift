import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var yearInReview: Command {
    Command(
      "year",
      summary: "Show your year in review.",
      discussion: "`cairn stats --in YEAR --why FIGURE` lists the sessions behind a figure.",
      examples: [
        Example("cairn year", "this year so far"), Example("cairn year 2025", "an earlier year"),
      ],
      arguments: [.optional("year", "The year (this year).")],
      options: [.list(["months", "most_time"])],
      action: { invocation, context in
        let given = try invocation.integer("year", in: 1_000...9_999).map { Int32($0) }
        return try await context.withLog { log in
          let today = try await context.today(in: log)
          let review = try await YearInReview(given ?? today.year, today, log)
          return context.show(review)
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ review: YearInReview) -> ExitCode {
    if wantsData {
      output.print(data: review)
    } else if review.isEmpty {
      output.info("No sessions in \(review.year).")
    } else {
      printText(review)
    }
    return review.isEmpty ? .refused : .done
  }

  private func printText(_ review: YearInReview) {
    output.print(heading: "\(review.year)")
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
    let shownExclusions = books.books.exclusions
    lines += self.lines("book pages", books.pages, shownExclusions: shownExclusions) { grouped($0) }
    lines += self.lines("rating", books.ratings, shownExclusions: shownExclusions) { ratings in
      let stars = zip(1...5, ratings.stars).reversed().map { "\($0)★ \($1)" }
      return "\(ratings.averageHundredths.wholeText) stars (\(stars.joined(separator: "  ")))"
    }
    lines += self.lines(
      "book size",
      books.length,
      shownExclusions: shownExclusions + books.pages.exclusions
    ) { ends in
      let two = (
        size(ends.largest, ends.largest.pages, "page"),
        size(ends.smallest, ends.smallest.pages, "page")
      )
      return ends.largest == ends.smallest ? two.0 : "longest \(two.0), shortest \(two.1)"
    }
    lines += self.lines("read in", books.speed, shownExclusions: shownExclusions) { ends in
      ends.largest == ends.smallest
        ? days(ends.largest) : "fastest \(days(ends.smallest)), slowest \(days(ends.largest))"
    }
    return lines
  }

  private func size(_ book: FinishedBook, _ size: Int64?, _ noun: String) -> String {
    "“\(book.title.visible)” (\(counted(size ?? 0, noun)))"
  }

  /// Returns `“Emma” (in one day)`, `“Emma” (3 days)`.
  private func days(_ book: FinishedBook) -> String {
    book.days == 0
      ? "“\(book.title.visible)” (in one day)" : size(book, book.days.map { Int64($0) }, "day")
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
        .init(CalendarText.months[Int(row.days.lowerBound.civil.month) - 1]),
        .init(text(totals.time), totals.time == .zero ? .dim : nil),
        .init("\(totals.activeDays)"),
        .init("\(totals.sessions)"),
        .init("\(totals.amount)"),
        .init("\(books)")
      )
    }
    output.print(table)
    for one in review.books.byMonth.exclusions {
      output.print("\(counted(one.count, "book")) in no month: \(one.reason)")
    }
  }
}
