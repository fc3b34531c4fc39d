/// The differences between engines in a statement that is otherwise the same.
public struct SQLDialect: Sendable {
  /// The name of the engine: `sqlite` or `postgresql`.
  public let name: String
  /// The text before the columns of every `\(key:)`, with its comma.
  public let keyPrefix: StaticString
  /// A query of the names of all tables, without the engine's own.
  public let tables: SQL

  /// SQLite.
  ///
  /// A file has only one log, so keys have no leading column.
  public static let sqlite = SQLDialect(
    name: "sqlite",
    keyPrefix: "",
    tables: """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """
  )

  /// The dialect of PostgreSQL.
  ///
  /// Every key starts with `user_id`, which the connection sets and no caller can.
  public static let postgresql = SQLDialect(
    name: "postgresql",
    keyPrefix: "user_id, ",
    tables: """
      SELECT tablename FROM pg_catalog.pg_tables
      WHERE schemaname = current_schema()
      ORDER BY tablename
      """
  )
}
