/// A column of a table, not null unless ``nullable``.
public struct SQLColumn: Sendable {
  let name: StaticString
  private let types: (sqlite: StaticString, postgresql: StaticString)
  private var check: Check?
  private var isNullable = false
  private(set) var isUnique = false
  private var defaultValue: StaticString?
  private var target: StaticString?

  /// A condition on the rows.
  private enum Check {
    /// A comparison of the column.
    case value(StaticString)
    /// A comparison of the column's length.
    case length(StaticString)
    /// A condition that may name other columns.
    case row(StaticString)
  }

  private init(_ name: StaticString, _ sqlite: StaticString, _ postgresql: StaticString) {
    (self.name, types) = (name, (sqlite, postgresql))
  }

  /// Returns a column of UUIDs.
  public static func uuid(_ name: StaticString) -> Self { Self(name, "BLOB", "uuid") }

  /// Returns a column of bytes with a condition on their number, such as `<= 1024`.
  public static func bytes(_ name: StaticString, _ length: StaticString) -> Self {
    Self(name, "BLOB", "bytea").checkLength(length)
  }

  /// Returns a column of integers of 64 bits.
  public static func integer(_ name: StaticString) -> Self { Self(name, "INTEGER", "bigint") }

  /// Returns a column of integers of 16 bits, on SQLite of 64.
  public static func small(_ name: StaticString) -> Self { Self(name, "INTEGER", "smallint") }

  /// Returns a column of 0 and 1.
  public static func flag(_ name: StaticString) -> Self { small(name).check("IN (0, 1)") }

  /// Returns a column of texts, ordered by byte.
  public static func text(_ name: StaticString) -> Self {
    Self(name, "TEXT", "text COLLATE \"C\"")
  }

  /// Returns a column of texts that are never ordered, with the collation of the database on PostgreSQL.
  public static func unorderedText(_ name: StaticString) -> Self { Self(name, "TEXT", "text") }

  /// Returns a column of JSON, on SQLite as text.
  public static func json(_ name: StaticString) -> Self { Self(name, "TEXT", "jsonb") }

  /// The column with null as a possible value.
  public var nullable: Self { with { $0.isNullable = true } }

  /// The column with a unique index.
  public var unique: Self { with { $0.isUnique = true } }

  /// Returns the column with a default value.
  public func defaults(to value: StaticString) -> Self { with { $0.defaultValue = value } }

  /// Returns the column with a condition on its value, such as `>= 0`.
  public func check(_ condition: StaticString) -> Self { with { $0.check = .value(condition) } }

  /// Returns the column with a condition on its length, such as `= 64`.
  public func checkLength(_ condition: StaticString) -> Self {
    with { $0.check = .length(condition) }
  }

  /// Returns the column with a condition that names it and others.
  public func check(row condition: StaticString) -> Self { with { $0.check = .row(condition) } }

  /// Returns the column as a reference, such as to `account (id)`, that is deleted with its target.
  public func references(_ target: StaticString) -> Self { with { $0.target = target } }

  /// Whether SQLite can use the column as its row id.
  var isInteger: Bool { types.sqlite.description == "INTEGER" }

  /// Returns the definition for an engine, with the constraints of the primary key and of uniqueness if they are the
  /// column's own.
  func definition(for dialect: SQLDialect, isKey: Bool, isUnique: Bool) -> SQL {
    let type = dialect.name == "sqlite" ? types.sqlite : types.postgresql
    var parts: [SQL] = ["\(name: name) \(name: type)"]
    if isKey { parts.append("PRIMARY KEY") } else if !isNullable { parts.append("NOT NULL") }
    if isUnique { parts.append("UNIQUE") }
    if let defaultValue { parts.append("DEFAULT \(name: defaultValue)") }
    if let target { parts.append("REFERENCES \(name: target) ON DELETE CASCADE") }
    if let condition = condition(for: dialect) { parts.append("CHECK (\(fragment: condition))") }
    return parts.joined(" ")
  }

  private func condition(for dialect: SQLDialect) -> SQL? {
    switch check {
    case .value(let rest): "\(name: name) \(name: rest)"
    case .length(let rest): "length(\(name: name)) \(name: rest)"
    case .row(let whole): "\(name: whole)"
    // PostgreSQL has a type for UUIDs; a reference has the values of its target.
    case nil where dialect.name == "sqlite" && types.sqlite.description == "BLOB" && target == nil:
      "length(\(name: name)) = 16"
    case nil: nil
    }
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

/// An index of a table, named after it.
public struct SQLIndex: Sendable {
  let name: StaticString
  let columns: [StaticString]
  let condition: StaticString?
  let isUnique: Bool

  /// Returns an index, optionally of only the rows that match a condition; its name follows that of the table.
  public static func index(
    _ name: StaticString,
    _ columns: StaticString...,
    where condition: StaticString? = nil,
    isUnique: Bool = false
  ) -> Self {
    Self(name: name, columns: columns, condition: condition, isUnique: isUnique)
  }
}
