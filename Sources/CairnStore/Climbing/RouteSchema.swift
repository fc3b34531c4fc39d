import CairnSQL

extension LogSchema {
  /// Keeps beside each attempt how it was sent, as that follows from the attempts before, beside each climb
  /// how many sends were the first of their route, and the angle of its board.
  ///
  /// What an older version wrote of a send counts as said: it did not tell one from the other.
  static let routes = Migration(
    15,
    "derive how sends were made",
    sqlite: """
      ALTER TABLE attempt ADD COLUMN counted TEXT;
      ALTER TABLE climb ADD COLUMN first_sends INTEGER NOT NULL DEFAULT 0 CHECK (first_sends >= 0);
      ALTER TABLE climb ADD COLUMN angle INTEGER CHECK (angle BETWEEN 0 AND 90);
      """,
    then: { try RouteTable.settleAll(in: $0) }
  )

  /// The same on PostgreSQL, where one transaction sees the rows of one account.
  ///
  /// What an earlier build wrote is counted until something of a route changes, or `cairn doctor --rebuild`.
  static let postgresRoutes = Migration(
    14,
    "derive how sends were made",
    postgresql: """
      ALTER TABLE attempt ADD COLUMN counted text COLLATE "C";
      ALTER TABLE climb
        ADD COLUMN first_sends bigint NOT NULL DEFAULT 0 CHECK (first_sends >= 0),
        ADD COLUMN angle bigint CHECK (angle BETWEEN 0 AND 90);
      GRANT SELECT (counted) ON attempt TO cairn_reader;
      ALTER TABLE attempt NO FORCE ROW LEVEL SECURITY;
      UPDATE attempt SET counted = tick;
      ALTER TABLE attempt FORCE ROW LEVEL SECURITY;
      """
  )
}
