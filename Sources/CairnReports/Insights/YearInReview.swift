import Cairn
package import CairnInsights

/// The figures of `cairn year`.
package struct YearInReview {
  package let year: Int32
  package let statistics: Statistics
  package let months: Series
  package let books: FinishedBooks
  package let pattern: HourPattern
  package let mostRead: [BookTotalRow]

  /// Creates the review.
  package init(
    year: Int32,
    statistics: Statistics,
    months: Series,
    books: FinishedBooks,
    pattern: HourPattern,
    mostRead: [BookTotalRow]
  ) {
    (self.year, self.statistics, self.months) = (year, statistics, months)
    (self.books, self.pattern, self.mostRead) = (books, pattern, mostRead)
  }
}

extension YearInReview {
  /// Whether the year has neither sessions nor finished books.
  package var isEmpty: Bool { statistics.totals.sessions == 0 && books.books.count == 0 }
}
