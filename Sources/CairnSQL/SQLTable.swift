/// A table, declared once for both engines.
///
/// On PostgreSQL one table has the rows of all logs. Unless it is shared, it starts with the column `user_id`, which also
/// leads its keys and indexes. Policies, triggers and functions are statements of their own.
public struct SQLTable: Sendable {
  /// The name of the table.
  public let name: StaticString
  private let key: [StaticString]
  private let columns: [SQLColumn]
  private let indexes: [SQLIndex]
  private let check: StaticString?
  private let isShared: Bool
  private let isPartitioned: Bool

  /// Declares a table.
  ///
  /// `isShared` is for tables without an owner of each row. `isPartitioned` makes PostgreSQL partition it by owner.
  public init(
    _ name: StaticString,
    key: [StaticString] = ["id"],
    _ columns: [SQLColumn],
    indexes: [SQLIndex] = [],
    check: StaticString? = nil,
    isShared: Bool = false,
    isPartitioned: Bool = false
  ) {
    (self.name, self.key, self.columns, self.indexes) = (name, key, columns, indexes)
    (self.check, self.isShared, self.isPartitioned) = (check, isShared, isPartitioned)
  }

  /// The columns in order, without the owner.
  package var columnList: SQL { columns.map { SQL(stringLiteral: $0.name) }.joined(", ") }

  /// Returns the query of all rows, or of those that match a condition, in the order of the primary key.
  package func rows(where condition: SQL = "1 = 1") -> SQL {
    let order = key.map { SQL(stringLiteral: $0) }.joined(", ")
    return """
      SELECT \(fragment: columnList) FROM \(name: name)
      WHERE \(fragment: condition) ORDER BY \(fragment: order)
      """
  }

  /// Returns the table without one of its columns, to read the others.
  package func without(_ column: StaticString) -> SQLTable {
    SQLTable(
      name,
      key: key,
      columns.filter { $0.name.description != column.description },
      indexes: indexes,
      check: check,
      isShared: isShared,
      isPartitioned: isPartitioned
    )
  }

  /// Returns the statements that create the table and its indexes.
  public func create(for dialect: SQLDialect) -> SQL {
    let lines = (columnLines(dialect) + constraints(dialect)).joined(",\n  ")
    let table: SQL =
      "CREATE TABLE \(name: name) (\n  \(fragment: lines)\n)\(fragment: options(dialect));"
    return ([table] + indexes.map(create)).joined("\n")
  }

  /// Returns the statements that create tables.
  public static func create(_ tables: [SQLTable], for dialect: SQLDialect) -> SQL {
    tables.map { $0.create(for: dialect) }.joined("\n\n")
  }

  private func columnLines(_ dialect: SQLDialect) -> [SQL] {
    let owner: [SQL] = hasOwner(dialect) ? ["user_id uuid NOT NULL DEFAULT cairn_user()"] : []
    return owner + columns.map { columnLine($0, dialect) }
  }

  private func columnLine(_ column: SQLColumn, _ dialect: SQLDialect) -> SQL {
    column.definition(
      for: dialect,
      isKey: hasSingleKey(dialect) && column.name.description == key[0].description,
      isUnique: column.isUnique && !hasOwner(dialect)
    )
  }

  private func constraints(_ dialect: SQLDialect) -> [SQL] {
    var all: [SQL] = hasSingleKey(dialect) ? [] : ["PRIMARY KEY (\(fragment: list(key)))"]
    for column in columns where column.isUnique && hasOwner(dialect) {
      all.append("UNIQUE (\(fragment: list([column.name])))")
    }
    if let check { all.append("CHECK (\(name: check))") }
    return all
  }

  private func options(_ dialect: SQLDialect) -> SQL {
    guard dialect.name == "sqlite" else {
      return isPartitioned ? " PARTITION BY HASH (user_id)" : ""
    }
    let hasRowID = key.count == 1 && columns[index(of: key[0])].isInteger
    return hasRowID ? " STRICT" : " STRICT, WITHOUT ROWID"
  }

  private func create(_ index: SQLIndex) -> SQL {
    let kind: SQL = index.isUnique ? "UNIQUE INDEX" : "INDEX"
    let condition: SQL = index.condition.map { " WHERE \(name: $0)" } ?? ""
    return """
      CREATE \(fragment: kind) \(name: name)_\(name: index.name) ON \(name: name) (\
      \(fragment: list(index.columns)))\(fragment: condition);
      """
  }

  private func list(_ columns: [StaticString]) -> SQL {
    let names = columns.map { SQL(stringLiteral: $0) }.joined(", ")
    return isShared ? names : "\(key: "")\(fragment: names)"
  }

  private func hasOwner(_ dialect: SQLDialect) -> Bool { !isShared && dialect.name != "sqlite" }

  private func hasSingleKey(_ dialect: SQLDialect) -> Bool { key.count == 1 && !hasOwner(dialect) }

  private func index(of column: StaticString) -> Int {
    guard let index = columns.firstIndex(where: { $0.name.description == column.description })
    else {
      preconditionFailure("The table \(name) has no column \(column).")
    }
    return index
  }
}
