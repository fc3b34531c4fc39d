import CairnSQL

extension LogSchema {
  /// Support for moving a log to another database while servers run (docs/adr/0025-several-databases.md).
  ///
  /// A row of `migration_fence` names the last move that reached this database. Unless it is open, the log cannot be
  /// read or written here, and only that move can copy it. The row outlives the log, because a server may not know yet
  /// that the log moved or its account was deleted. `cairn_database` identifies a database, whatever its address.
  static let moving = Migration(
    6,
    "let a log move to another database",
    postgresql: """
      CREATE TABLE migration_fence (
        user_id uuid PRIMARY KEY DEFAULT cairn_user(), move bigint NOT NULL,
        is_open smallint NOT NULL CHECK (is_open IN (0, 1))
      );
      CALL cairn_own('migration_fence');

      DO $$
      BEGIN
        EXECUTE format('CREATE FUNCTION cairn_database() RETURNS uuid LANGUAGE sql IMMUTABLE '
          'AS %L', format('SELECT %L::uuid', gen_random_uuid()));
      END $$;

      CREATE FUNCTION cairn_refuse_sealed() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM migration_fence WHERE user_id = cairn_user() AND is_open = 0) THEN
          RAISE EXCEPTION 'The log is sealed in this database' USING ERRCODE = 'CA001';
        END IF;
      END $$;

      CREATE FUNCTION cairn_tables() RETURNS SETOF text LANGUAGE sql STABLE AS $$
        SELECT relname::text FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition AND relname NOT IN ('migration', 'migration_fence')
        ORDER BY relname $$;

      CREATE OR REPLACE FUNCTION cairn_forget() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        name text;
      BEGIN
        FOR name IN SELECT cairn_tables() LOOP
          EXECUTE format('DELETE FROM %I WHERE user_id = cairn_user()', name);
        END LOOP;
      END $$;

      CREATE FUNCTION cairn_rows(name text, past bigint) RETURNS SETOF text
      LANGUAGE plpgsql STABLE AS $$
      DECLARE
        keys text;
        line text;
        bytes bigint := 0;
      BEGIN
        SELECT string_agg(pg_get_indexdef(indexrelid, n, true), ', ' ORDER BY n) INTO keys
        FROM pg_index, generate_series(1, indnkeyatts) n
        WHERE indrelid = format('%I.%I', current_schema(), name)::regclass AND indisprimary;
        FOR line IN EXECUTE format(
          'SELECT to_jsonb(t)::text FROM (SELECT * FROM %I WHERE user_id = cairn_user() '
          'ORDER BY %s OFFSET $1) t', name, keys) USING past
        LOOP
          RETURN NEXT line;
          bytes := bytes + octet_length(line);
          EXIT WHEN bytes > 4000000;
        END LOOP;
      END $$;

      CREATE FUNCTION cairn_put(name text, lines text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('INSERT INTO %1$I.%2$I '
          'SELECT * FROM jsonb_populate_recordset(NULL::%1$I.%2$I, $1::jsonb)',
          current_schema(), name) USING lines;
      END $$;

      CREATE FUNCTION cairn_sum() RETURNS text LANGUAGE plpgsql STABLE AS $$
      DECLARE
        name text;
        part text;
        whole text := '';
      BEGIN
        FOR name IN SELECT cairn_tables() LOOP
          EXECUTE format('SELECT format(''%%s %%s %%s;'', %L, count(*), sum((''x'' || left(encode('
            'sha256(convert_to(to_jsonb(t)::text, ''UTF8'')), ''hex''), 15))::bit(60)::bigint)) '
            'FROM %I t WHERE user_id = cairn_user() HAVING count(*) > 0', name, name) INTO part;
          whole := whole || coalesce(part, '');
        END LOOP;
        RETURN whole;
      END $$;
      """
  )
}
