import CairnSQL

extension LogSchema {
  /// Adds the derived tick of each attempt, the number of first sends of each climb, and its board angle.
  ///
  /// Sends written by an older version count as explicit ticks, because that version did not record the difference.
  static let routes = Migration(
    15,
    "derive how sends were made",
    sqlite: """
      ALTER TABLE attempt ADD COLUMN counted TEXT;
      ALTER TABLE climb ADD COLUMN first_sends INTEGER NOT NULL DEFAULT 0 CHECK (first_sends >= 0);
      ALTER TABLE climb ADD COLUMN angle INTEGER CHECK (angle BETWEEN 0 AND 90);
      """,
    then: { try RouteTable.recomputeAll(in: $0) }
  )

  /// The same on PostgreSQL, where a transaction sees the rows of only one account.
  ///
  /// Ticks written by an earlier build stay until the route changes, or until `cairn doctor --rebuild` runs.
  static let postgresRoutes = Migration(
    12,
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
