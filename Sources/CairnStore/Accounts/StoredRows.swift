import CairnSQL

/// Rows as they are stored, on their way from one database to another whose tables have the same columns.
struct StoredRows: Sendable {
  private let values: [[SQLValue]]

  /// All that a query finds.
  init(_ query: SQL, in connection: any SQLConnection) throws {
    values = try connection.all(query) { row in try (0..<row.columnCount).map { try row.value($0) }
    }
  }

  /// Adds them; `beginning` names the table and its columns, `ending` what becomes of those that are there.
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
