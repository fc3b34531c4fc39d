import Cairn
package import CairnInsights

/// The figures of `cairn pace`, of everything or of one book.
package struct Paces {
  package let title: String
  package let all: Figure<Int64>
  package let recent: Figure<Int64>
  /// The pace at the end of each of the last twelve weeks; nil for one book.
  package let trend: PaceTrend?
  package let formats: [(name: String?, pace: Figure<Int64>)]
  package let books: [(row: BookTotalRow, pace: Figure<Int64>)]

  /// Creates the figures.
  package init(
    title: String,
    all: Figure<Int64>,
    recent: Figure<Int64>,
    trend: PaceTrend?,
    formats: [(name: String?, pace: Figure<Int64>)],
    books: [(row: BookTotalRow, pace: Figure<Int64>)]
  ) {
    (self.title, self.all, self.recent) = (title, all, recent)
    (self.trend, self.formats, self.books) = (trend, formats, books)
  }
}
