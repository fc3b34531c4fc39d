import CairnSQL

extension LogSchema {
  /// The tables of a log on PostgreSQL, where every key starts with `user_id`, the owner of the row.
  ///
  /// Types match the values: `uuid`, `jsonb`, `smallint` with a CHECK on the range. Instants are milliseconds of the
  /// Unix epoch as `bigint`, because both engines compute with them (ADR 23); days count from 1970-01-01. Text is
  /// ordered by byte, as on SQLite.
  static let postgresql = [
    records, days, domainTables, isolation, publicReads, postgresRemovals, plannerSettings,
    rowSecurity, publicAccess, people, postgresUnreadable, postgresRoutes,
  ]

  /// The records and mutations of a log, and the state of this device.
  ///
  /// `cairn_database` identifies a database, whatever its address. `device.one` is 0 in a log that is being moved to
  /// files or was moved there; it can still be read.
  private static let records = Migration(
    1,
    "keep records and mutations",
    postgresql: """
      CREATE FUNCTION cairn_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
        AS $$ SELECT nullif(current_setting('cairn.user', true), '')::uuid $$;
      DO $$
      BEGIN
        EXECUTE format('CREATE FUNCTION cairn_database() RETURNS uuid LANGUAGE sql IMMUTABLE '
          'AS %L', format('SELECT %L::uuid', gen_random_uuid()));
      END $$;
      CREATE TABLE device (
        user_id uuid NOT NULL DEFAULT cairn_user(),
        one smallint NOT NULL CHECK (one IN (0, 1)),
        node bigint NOT NULL CHECK (node BETWEEN 0 AND 4294967295), log uuid NOT NULL,
        seen text COLLATE "C" CHECK (length(seen) IN (25, 26)),
        last_purged_seq bigint NOT NULL DEFAULT 0, epoch uuid, stamped bigint,
        stamp_sum bigint CHECK ((stamp_sum IS NULL) = (stamped IS NULL)),
        file_identity text COLLATE "C", PRIMARY KEY (user_id, one)
      );
      CREATE TABLE mutation (
        user_id uuid NOT NULL DEFAULT cairn_user(), number bigint NOT NULL,
        id uuid NOT NULL,
        stamp text COLLATE "C" NOT NULL CHECK (length(stamp) IN (25, 26)),
        at bigint NOT NULL, title text COLLATE "C" NOT NULL, line uuid NOT NULL,
        part bigint NOT NULL CHECK (part > 0), undoes uuid, changes jsonb NOT NULL,
        outbox smallint NOT NULL DEFAULT 0 CHECK (outbox IN (0, 1, 2)),
        request text COLLATE "C" CHECK (length(request) = 64),
        answer text COLLATE "C" CHECK ((answer IS NULL) = (request IS NULL)),
        joined uuid, PRIMARY KEY (user_id, number), UNIQUE (user_id, id)
      ) PARTITION BY HASH (user_id);
      CREATE INDEX mutation_stamp ON mutation (user_id, stamp);
      CREATE UNIQUE INDEX mutation_line ON mutation (user_id, line, part);
      CREATE INDEX mutation_undoes ON mutation (user_id, undoes) WHERE undoes IS NOT NULL;
      CREATE INDEX mutation_outbox ON mutation (user_id, outbox, number) WHERE outbox < 2;
      CREATE TABLE record (
        user_id uuid NOT NULL DEFAULT cairn_user(), kind text COLLATE "C" NOT NULL,
        id uuid NOT NULL, fields jsonb NOT NULL,
        stamp text COLLATE "C" NOT NULL CHECK (length(stamp) IN (25, 26)),
        stamps text COLLATE "C", seq bigint NOT NULL, PRIMARY KEY (user_id, kind, id)
      ) PARTITION BY HASH (user_id);
      CREATE UNIQUE INDEX record_seq ON record (user_id, seq);
      CREATE TABLE setting (
        user_id uuid NOT NULL DEFAULT cairn_user(), name text COLLATE "C" NOT NULL,
        value text COLLATE "C" NOT NULL, PRIMARY KEY (user_id, name)
      );
      CREATE TABLE sync (
        user_id uuid NOT NULL DEFAULT cairn_user(),
        one smallint NOT NULL CHECK (one = 1), log uuid NOT NULL, epoch uuid NOT NULL,
        records bigint NOT NULL CHECK (records >= 0),
        lines bigint NOT NULL CHECK (lines >= 0), agreed_at bigint, resynced_at bigint,
        problem text COLLATE "C", PRIMARY KEY (user_id, one)
      );
      CREATE TABLE quarantine (
        user_id uuid NOT NULL DEFAULT cairn_user(), mutation uuid NOT NULL,
        code text COLLATE "C" NOT NULL, reason text COLLATE "C" NOT NULL,
        at bigint NOT NULL, PRIMARY KEY (user_id, mutation)
      );
      CREATE TABLE resend (
        user_id uuid NOT NULL DEFAULT cairn_user(), kind text COLLATE "C" NOT NULL,
        id uuid NOT NULL, PRIMARY KEY (user_id, kind, id)
      );
      """
  )

  /// Row-level security: a transaction that names no account sees no rows, not even as the table owner.
  ///
  /// A table added later needs it, too; a catalogue test fails without it. `cairn_forget` deletes the log of the
  /// transaction's account; a table that `cairn_own` did not set up belongs to another program.
  private static let isolation = Migration(
    4,
    "let an account see its own rows alone",
    postgresql: """
      CREATE PROCEDURE cairn_own(name text) LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON %I USING (user_id = cairn_user()) '
          'WITH CHECK (user_id = cairn_user())', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO cairn_app', name);
      END $$;

      CREATE FUNCTION cairn_forget() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        name text;
      BEGIN
        FOR name IN
          SELECT relname FROM pg_class JOIN pg_policy ON polrelid = pg_class.oid
          WHERE relnamespace = current_schema()::regnamespace AND polname = 'own'
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
          WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
            AND NOT relispartition AND relname <> 'migration'
        LOOP
          CALL cairn_own(name);
        END LOOP;
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
      END $$;
      """
  )
}
