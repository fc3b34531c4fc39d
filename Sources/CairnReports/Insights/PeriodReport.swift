package import CairnInsights

/// The figures of a period, and its totals by book, author and so on, for `cairn report`.
package struct PeriodReport {
  package let statistics: Statistics
  /// The tables of ``names`` that have a row with a name.
  package let tables: [Table]

  /// The totals by one of the names of ``Breakdown/items``.
  package struct Table {
    package let by: String
    package let insight: Insight
    package let rows: [Breakdown.Item]

    package init(by: String, _ insight: Insight, _ rows: [Breakdown.Item]) {
      (self.by, self.insight, self.rows) = (by, insight, rows)
    }
  }

  /// Creates the report; a table whose only row is “not set” is left out.
  package init(_ statistics: Statistics, _ tables: [Table]) {
    self.statistics = statistics
    self.tables = tables.filter { $0.rows.contains { $0.name != nil } }
  }

  /// What the totals are by, in the order in which they are shown.
  package static let names = ["kind", "book", "author", "story", "tag", "place", "hour"]
}
