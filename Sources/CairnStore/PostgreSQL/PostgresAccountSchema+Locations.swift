import CairnSQL

extension AccountSchema {
  /// The directory of logs outside the accounts database.
  ///
  /// A row has the number of the last move, and the databases in which moves may have left rows. It is created before
  /// its account, because the log is, so it has no foreign key.
  static let places = Migration(
    2,
    "keep where each log lies",
    postgresql: """
      CREATE TABLE log_location (
        account uuid PRIMARY KEY, shard text COLLATE "C", move bigint NOT NULL DEFAULT 0,
        touched text[] COLLATE "C" NOT NULL DEFAULT '{}'
      );
      ALTER TABLE log_location ENABLE ROW LEVEL SECURITY;
      CREATE POLICY shared ON log_location TO cairn_app
        USING (coalesce(current_setting('cairn.user', true), '') = '')
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') = '');
      GRANT SELECT, INSERT, UPDATE, DELETE ON log_location TO cairn_app;
      """
  )
}
