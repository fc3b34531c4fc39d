package import Cairn
package import CairnSQL
public import CairnReports

extension Log {
  /// Returns the deleted books, by title, without merged duplicates.
  public func deletedBooks() async throws -> [DeletedBookRow] {
    try await read { try DeletedEntryQuery.all(in: $0) }
  }
}

enum DeletedEntryQuery {
  static func all(in connection: any SQLConnection) throws -> [DeletedBookRow] {
    try connection.all(
      """
      \(fragment: columns)
      WHERE deleted_entry.merged_into IS NULL
      \(fragment: groups)
      ORDER BY work.folded, deleted_entry.id
      """,
      Self.row
    )
  }

  static func find(
    _ id: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> DeletedBookRow? {
    try connection.first(
      "\(fragment: columns) WHERE deleted_entry.id = \(id) \(fragment: groups)",
      Self.row
    )
  }

  private static let columns: SQL = """
    SELECT deleted_entry.id, work.title, deleted_entry.merged_into, count(session.id) AS sessions,
      CAST(coalesce(sum(session.active), 0) AS BIGINT) AS time,
      CAST(coalesce(sum(session.amount), 0) AS BIGINT) AS pages
    FROM deleted_entry
    JOIN work ON work.id = deleted_entry.work
    LEFT JOIN reading ON reading.entry = deleted_entry.id
    LEFT JOIN session ON session.id = reading.session AND session.ended_at IS NOT NULL
    """

  private static let groups: SQL =
    "GROUP BY deleted_entry.id, work.title, work.folded, deleted_entry.merged_into"

  private static func row(_ row: any SQLRow) throws -> DeletedBookRow {
    DeletedBookRow(
      id: try row["id"],
      title: try row["title"],
      totals: try EntryTotals(row),
      mergedInto: try row["merged_into"]
    )
  }
}

/// The deleted books that were merged into others, and where their merges end.
package struct MergedBooks {
  /// All of them, by id.
  package let all: [(id: Identifier<Entry>, work: Identifier<Work>)]
  /// The book that each was merged into.
  package var targets = MergeTargets()

  /// Reads them.
  package init(in connection: any SQLConnection) throws {
    var targets = MergeTargets()
    all = try connection.all(
      "SELECT id, work, merged_into FROM deleted_entry WHERE merged_into IS NOT NULL ORDER BY id"
    ) { row in
      let id: Identifier<Entry> = try row["id"]
      targets[id.record] = try row["merged_into"]
      return (id, try row["work"])
    }
    self.targets = targets
  }

  /// Returns the book in which a merged one is shown; nil for one that was not merged.
  package func target(of id: Identifier<Entry>) -> Identifier<Entry>? {
    targets[id.record].map { _ in Identifier(targets.root(of: id.record)) }
  }
}
