import CairnSQL

extension LogSchema {
  /// The tables of a log on PostgreSQL, where every key starts with `user_id`, the owner of the row.
  ///
  /// Instants are milliseconds of the Unix epoch as `bigint`, because both engines compute with them (ADR 23); days
  /// count from 1970-01-01. Text is ordered by byte, as on SQLite.
  static let postgresql = [
    logTables, isolation, publicReads, rowSecurity, publicAccess, people, connections,
  ]

  /// The tables, and the functions that their defaults use.
  ///
  /// The result of `cairn_database` identifies a database, whatever its address. `device.one` is 0 in a log that is
  /// being moved to files or was moved there; it can still be read.
  private static let logTables = Migration(
    1,
    "create the tables of a log",
    postgresql: """
      CREATE FUNCTION cairn_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
        AS $$ SELECT nullif(current_setting('cairn.user', true), '')::uuid $$;
      DO $$
      BEGIN
        EXECUTE format('CREATE FUNCTION cairn_database() RETURNS uuid LANGUAGE sql IMMUTABLE '
          'AS %L', format('SELECT %L::uuid', gen_random_uuid()));
      END $$;

      \(fragment: SQLTable.create(tables, for: .postgresql))
      """,
    checksum: "b2677994bba62509"
  )

  /// Row-level security: a transaction that names no account sees no rows, not even as the table owner.
  ///
  /// A table added later needs it, too; a catalogue test fails without it. `cairn_delete_log` deletes the log of the
  /// transaction's account; a table that `cairn_isolate_table` did not set up belongs to another program.
  ///
  /// PostgreSQL keeps no statistics on `user_id`, so that it plans for large logs, although most are small. A plan is
  /// cached for all logs. With statistics it fits the current or the average log: if that has four sessions, an index
  /// on only the account looks as good as one on the row, and one lookup then reads thousands of rows of a large log.
  /// Without statistics, PostgreSQL assumes 200 distinct values, so an account has 1/200 of every table. Partitions exist
  /// before `cairn_isolate_table` is called, because this setting of a table applies to those it has.
  private static let isolation = Migration(
    2,
    "isolate accounts with row-level security",
    postgresql: """
      CREATE PROCEDURE cairn_isolate_table(name text) LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY account_rows ON %I TO cairn_app, CURRENT_USER '
          'USING (user_id = cairn_user()) WITH CHECK (user_id = cairn_user())', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO cairn_app', name);
        EXECUTE format('ALTER TABLE %I ALTER COLUMN user_id SET STATISTICS 0', name);
      END $$;

      CREATE FUNCTION cairn_delete_log() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        name text;
      BEGIN
        FOR name IN
          SELECT relname FROM pg_class JOIN pg_policy ON polrelid = pg_class.oid
          WHERE relnamespace = current_schema()::regnamespace AND polname = 'account_rows'
        LOOP
          EXECUTE format('DELETE FROM %I WHERE user_id = cairn_user()', name);
        END LOOP;
      END $$;

      DO $$
      DECLARE
        name text;
        part int;
        parts CONSTANT int := 16;
      BEGIN
        FOR name IN
          SELECT relname FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace AND relkind = 'p'
        LOOP
          FOR part IN 0..parts - 1 LOOP
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
              name || '_' || part, name, parts, part);
            EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name || '_' || part);
            EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name || '_' || part);
          END LOOP;
        END LOOP;
        FOR name IN
          SELECT relname FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
            AND NOT relispartition AND relname <> 'migration'
        LOOP
          CALL cairn_isolate_table(name);
        END LOOP;
      END $$;
      """
  )
}
