public import Cairn
import CairnSQL
public import CairnReports

extension LogWriter {
  /// Returns all shelves or tags with the changes of this mutation so far.
  package func labels(_ kind: LabelKind) throws -> [LabelRow] {
    try LabelQuery.all(kind, in: connection)
  }
}

extension Log {
  /// Returns all shelves or tags with their number of books, by name.
  public func labels(_ kind: LabelKind) async throws -> [LabelRow] {
    try await read { try LabelQuery.all(kind, in: $0) }
  }
}

enum LabelQuery {
  /// Returns the books with a label, by id.
  static func books(
    with name: String,
    of kind: LabelKind,
    in connection: any SQLConnection
  ) throws -> [Identifier<Entry>] {
    try connection.values(
      """
      SELECT entry FROM entry_label
      WHERE kind = \(kind.name) AND folded = \(indexed(folded(name)))
      ORDER BY entry
      """
    )
  }

  static func all(_ kind: LabelKind, in connection: any SQLConnection) throws -> [LabelRow] {
    try connection.all(
      """
      SELECT min(entry_label.name) AS name, count(*) AS books,
        CAST(sum(CASE WHEN entry.status = 'read' THEN 1 ELSE 0 END) AS BIGINT) AS read,
        CAST(sum(CASE WHEN entry.status = 'reading' THEN 1 ELSE 0 END) AS BIGINT) AS reading
      FROM entry_label JOIN entry ON entry.id = entry_label.entry
      WHERE entry_label.kind = \(kind.name)
      GROUP BY entry_label.folded
      ORDER BY entry_label.folded
      """
    ) { row in
      LabelRow(
        name: try row["name"],
        books: try row["books"],
        read: try row["read"],
        reading: try row["reading"]
      )
    }
  }
}
