import Cairn
package import CairnInsights

/// The figures of a period, and its totals by book, author and so on, for `cairn report`.
package struct PeriodReport {
  package let statistics: Statistics
  /// The tables of ``names`` that have a row with a name.
  package private(set) var tables: [Table]

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

  /// Whether the period has no time, not even of a session that started before it.
  package var isEmpty: Bool {
    statistics.totals.sessions == 0 && statistics.totals.time == .zero
  }

  /// Returns the report with at most this many rows in each table.
  package func limited(to limit: Int) -> PeriodReport {
    var report = self
    report.tables = tables.map { Table(by: $0.by, $0.insight, Array($0.rows.prefix(limit))) }
    return report
  }

  /// What the totals are by, in the order in which they are shown.
  package static let names = ["kind", "book", "author", "story", "tag", "place", "hour"]
}
