import CairnSQL

/// Raw rows to copy from a table of one database to the same table of another.
struct StoredRows: Sendable {
  private let table: SQLTable
  private let values: [[SQLValue]]

  /// Reads the rows that match a condition.
  init(of table: SQLTable, where condition: SQL, in connection: any SQLConnection) throws {
    self.table = table
    values = try connection.all(table.rows(where: condition)) { row in
      try (0..<row.columnCount).map { try row.value($0) }
    }
  }

  /// Inserts the rows; `ending` is the conflict clause.
  func insert(ending: SQL = "", in connection: any SQLConnection) throws {
    for row in values {
      let list = row.map { "\($0)" as SQL }.joined(", ")
      try connection.run(
        """
        INSERT INTO \(name: table.name) (\(fragment: table.columnList)) VALUES (\(fragment: list))
          \(fragment: ending)
        """
      )
    }
  }
}
