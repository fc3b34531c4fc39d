import CairnSQL

extension LogSchema {
  /// Has every log planned for as if it were large, however small most of them are.
  ///
  /// A plan is kept for all logs. Counted, `user_id` has it made for the log of the moment or the average
  /// one: where that has four sessions, an index that names only the account looks as good as one that
  /// names the row, and one lookup then reads all of a log of thousands. Not counted, PostgreSQL takes a
  /// column to have 200 values, so an account owns a two-hundredth of every table.
  static let planning = Migration(
    9,
    "plan for large logs among small ones",
    postgresql: """
      CREATE OR REPLACE PROCEDURE cairn_own(name text) LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I TO cairn_app, CURRENT_USER '
          'USING (user_id = cairn_user()) WITH CHECK (user_id = cairn_user())', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO cairn_app', name);
        EXECUTE format('ALTER TABLE %I ALTER COLUMN user_id SET STATISTICS 0', name);
      END $$;

      DO $$
      DECLARE
        name text;
      BEGIN
        FOR name IN
          SELECT c.relname FROM pg_class c JOIN pg_policy p ON p.polrelid = c.oid
          WHERE c.relnamespace = current_schema()::regnamespace AND p.polname = 'own'
        LOOP
          EXECUTE format('ALTER TABLE %I ALTER COLUMN user_id SET STATISTICS 0', name);
        END LOOP;
      END $$;
      """
  )
}
