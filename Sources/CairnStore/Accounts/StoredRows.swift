import CairnSQL

/// Raw rows to copy between tables with the same columns in two databases.
struct StoredRows: Sendable {
  private let values: [[SQLValue]]

  /// Reads all rows of a query.
  init(_ query: SQL, in connection: any SQLConnection) throws {
    values = try connection.all(query) { row in try (0..<row.columnCount).map { try row.value($0) }
    }
  }

  /// Inserts the rows; `beginning` is the `INSERT INTO` clause, `ending` the conflict clause.
  func insert(
    _ beginning: SQL,
    ending: SQL = "",
    in connection: any SQLConnection
  ) throws {
    for row in values {
      var list: SQL = "\(row.first ?? .null)"
      for value in row.dropFirst() { list = "\(fragment: list), \(value)" }
      try connection.run(
        "\(fragment: beginning) VALUES (\(fragment: list)) \(fragment: ending)"
      )
    }
  }
}
