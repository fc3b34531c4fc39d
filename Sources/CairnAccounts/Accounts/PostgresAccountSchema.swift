import CairnSQL

extension AccountSchema {
  /// The tables of accounts on PostgreSQL, in their own schema beside the logs.
  ///
  /// They are visible only to transactions without an account: one that names a log sees none of them.
  static let postgresql = [
    Migration(
      1,
      "create the tables of accounts and webhooks",
      postgresql: """
        \(fragment: .shared(tables + [.webhook, .delivery]))
        DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO cairn_app', current_schema()); END $$;
        """,
      checksum: "1d3f200d0eb2126a"
    ),
    uploadedFiles, people, connections, connectedFiles,
  ]
}

extension SQL {
  /// Returns the statements that create tables for transactions without an account.
  static func shared(_ tables: [SQLTable]) -> SQL {
    ([SQLTable.create(tables, for: .postgresql)] + tables.map { isolated($0.name) }).joined("\n")
  }

  /// Returns the statements that hide a table from transactions with an account.
  static func isolated(_ table: StaticString) -> SQL {
    """
    ALTER TABLE \(name: table) ENABLE ROW LEVEL SECURITY;
    CREATE POLICY shared ON \(name: table) TO cairn_app
      USING (coalesce(current_setting('cairn.user', true), '') = '')
      WITH CHECK (coalesce(current_setting('cairn.user', true), '') = '');
    GRANT SELECT, INSERT, UPDATE, DELETE ON \(name: table) TO cairn_app;
    """
  }
}
