import CairnSQL

extension LogSchema {
  /// Keeps beside each attempt how it was sent, as that follows from the attempts before, and beside each
  /// climb how many sends were the first of their route, and the angle of its board.
  ///
  /// What an older version wrote stands for what follows, until an attempt at the route is logged or
  /// `cairn doctor --rebuild` derives all of it.
  static let routes = Migration(
    15,
    "derive how sends were made",
    sqlite: """
      ALTER TABLE attempt ADD COLUMN counted TEXT;
      ALTER TABLE climb ADD COLUMN first_sends INTEGER NOT NULL DEFAULT 0 CHECK (first_sends >= 0);
      ALTER TABLE climb ADD COLUMN angle INTEGER CHECK (angle BETWEEN 0 AND 90);
      UPDATE attempt SET counted = tick;
      UPDATE climb SET first_sends = 1 WHERE sends > 0 AND NOT EXISTS (
        SELECT 1 FROM climb AS other WHERE other.folded = climb.folded AND other.sends > 0
          AND coalesce(other.discipline, '') = coalesce(climb.discipline, '')
          AND other.id < climb.id);
      """
  )

  /// The same on PostgreSQL.
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
      ALTER TABLE climb NO FORCE ROW LEVEL SECURITY;
      UPDATE attempt SET counted = tick;
      UPDATE climb SET first_sends = 1 WHERE sends > 0 AND NOT EXISTS (
        SELECT FROM climb AS other
        WHERE other.user_id = climb.user_id AND other.folded = climb.folded AND other.sends > 0
          AND coalesce(other.discipline, '') = coalesce(climb.discipline, '')
          AND other.id < climb.id);
      ALTER TABLE attempt FORCE ROW LEVEL SECURITY;
      ALTER TABLE climb FORCE ROW LEVEL SECURITY;
      """
  )
}
