import Cairn
import CairnSQL
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
