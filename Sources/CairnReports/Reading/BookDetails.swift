package import Cairn

/// A book with its totals and editions, for its detail page.
package struct BookDetails: Sendable {
  /// The book.
  package let row: EntryRow
  /// The totals of its sessions.
  package let totals: EntryTotals
  /// Its editions, current one first.
  package let editions: [(edition: Edition, isUsed: Bool)]

  /// Creates the details.
  package init(row: EntryRow, totals: EntryTotals, editions: [(edition: Edition, isUsed: Bool)]) {
    (self.row, self.totals, self.editions) = (row, totals, editions)
  }
}
