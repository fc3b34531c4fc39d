import CairnSQL

extension LogSchema {
  /// Makes PostgreSQL plan for large logs, although most are small.
  ///
  /// A plan is cached for all logs. With statistics on `user_id`, it fits the current or the average log. If that has
  /// four sessions, an index on only the account looks as good as one on the row, and one lookup then reads thousands
  /// of rows of a large log. Without statistics, PostgreSQL assumes 200 distinct values, so an account has 1/200 of
  /// every table.
  static let plannerSettings = Migration(
    7,
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
