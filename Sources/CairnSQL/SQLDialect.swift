/// What an engine writes differently in a text that is otherwise the same on all of them.
public struct SQLDialect: Sendable {
  /// The engine: `sqlite` or `postgresql`.
  public let name: String
  /// What comes before the columns of every `\(key:)`, with its comma.
  public let keyPrefix: StaticString
  /// Lists the names of the tables in this database, without the engine's own.
  public let tables: SQL

  /// SQLite: whose log it is belongs to the file, so keys have no leading column.
  public static let sqlite = SQLDialect(
    name: "sqlite",
    keyPrefix: "",
    tables: """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """
  )

  /// PostgreSQL: `user_id` leads every key, set by the connection and never by a caller.
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
