import CairnSQL

extension AccountSchema {
  /// The tables of connections on PostgreSQL: a transaction sees those of the person it names (`cairn.person`).
  static let connections = Migration(
    4,
    "create the tables of connections",
    postgresql: """
      \(fragment: SQLTable.create([.connection, .connectedDocument], for: .postgresql))
      \(fragment: .personal("connection", "account::text = current_setting('cairn.person', true)"))
      \(fragment: .ofConnection("connected_document"))
      """
  )

  /// The files that devices keep on the server.
  static let connectedFiles = Migration(
    5,
    "create the table of files of connections",
    postgresql: """
      \(fragment: SQLTable.create([.connectedFile], for: .postgresql))
      \(fragment: .ofConnection("connected_file"))
      """
  )
}

extension SQL {
  /// Returns the statements that show a table's rows only to the person for whom a condition holds.
  static func personal(_ table: StaticString, _ condition: SQL) -> SQL {
    """
    ALTER TABLE \(name: table) ENABLE ROW LEVEL SECURITY;
    CREATE POLICY shared ON \(name: table) TO cairn_app
      USING (coalesce(current_setting('cairn.user', true), '') = CASE WHEN \(fragment: condition) THEN '' END)
      WITH CHECK (coalesce(current_setting('cairn.user', true), '') = CASE WHEN \(fragment: condition) THEN '' END);
    GRANT SELECT, INSERT, UPDATE, DELETE ON \(name: table) TO cairn_app;
    """
  }

  /// Returns the statements that show a table's rows only to the person of their connection.
  static func ofConnection(_ table: StaticString) -> SQL {
    .personal(table, "EXISTS (SELECT FROM connection c WHERE c.id = connection)")
  }
}
