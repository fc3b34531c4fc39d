import CairnSQL

extension AccountSchema {
  /// Where logs lie that do not lie beside the accounts, the number of the move of each that began last,
  /// and the databases in which moves may have left something of it.
  ///
  /// There is a row before there is an account, as there is a log, and it names none.
  static let places = Migration(
    2,
    "keep where each log lies",
    postgresql: """
      CREATE TABLE log_location (
        account uuid PRIMARY KEY, shard text COLLATE "C", move bigint NOT NULL DEFAULT 0,
        touched text[] COLLATE "C" NOT NULL DEFAULT '{}'
      );
      ALTER TABLE log_location ENABLE ROW LEVEL SECURITY;
      CREATE POLICY nobodys ON log_location TO cairn_app
        USING (coalesce(current_setting('cairn.user', true), '') = '')
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') = '');
      GRANT SELECT, INSERT, UPDATE, DELETE ON log_location TO cairn_app;
      """
  )
}
