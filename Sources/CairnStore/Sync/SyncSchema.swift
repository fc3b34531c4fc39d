import CairnSQL

extension LogSchema {
  /// The tables and columns for sync.
  ///
  /// The checksum is null until it is first requested, so a local-only log does without. `resend` lists records that
  /// the server may lack.
  static let sync = Migration(
    11,
    "keep logs in agreement",
    sqlite: """
      ALTER TABLE device ADD COLUMN epoch BLOB CHECK (length(epoch) = 16);
      ALTER TABLE device ADD COLUMN stamped INTEGER;
      ALTER TABLE device ADD COLUMN stamp_sum INTEGER CHECK ((stamp_sum IS NULL) = (stamped IS NULL));

      CREATE TABLE sync (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        log BLOB NOT NULL CHECK (length(log) = 16),
        epoch BLOB NOT NULL CHECK (length(epoch) = 16),
        records INTEGER NOT NULL CHECK (records >= 0),
        lines INTEGER NOT NULL CHECK (lines >= 0),
        agreed_at INTEGER,
        resynced_at INTEGER,
        problem TEXT
      ) STRICT;

      CREATE TABLE quarantine (
        mutation BLOB PRIMARY KEY CHECK (length(mutation) = 16),
        code TEXT NOT NULL,
        reason TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE resend (
        kind TEXT NOT NULL,
        id BLOB NOT NULL CHECK (length(id) = 16),
        PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      """
  )

  /// The location of the log, which identifies a copy of it (spec/sync.md F22).
  static let fileIdentity = Migration(
    12,
    "know a copy of the log",
    sqlite: "ALTER TABLE device ADD COLUMN place TEXT;"
  )

  /// The records that other devices deleted, reported if they are many (spec/sync.md F31).
  static let removals = Migration(
    13,
    "tell of much that is deleted elsewhere",
    sqlite: """
      CREATE TABLE removal (
        kind TEXT NOT NULL,
        id BLOB NOT NULL CHECK (length(id) = 16),
        node INTEGER NOT NULL CHECK (node BETWEEN 0 AND 4294967295),
        at INTEGER NOT NULL,
        notice BLOB CHECK (length(notice) = 16),
        PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      """
  )

  /// The same on PostgreSQL.
  static let postgresRemovals = Migration(
    6,
    "tell of much that is deleted elsewhere",
    postgresql: """
      CREATE TABLE remote_deletion (
        user_id uuid NOT NULL DEFAULT cairn_user(), kind text COLLATE "C" NOT NULL,
        id uuid NOT NULL, node bigint NOT NULL CHECK (node BETWEEN 0 AND 4294967295),
        at bigint NOT NULL, notice uuid, PRIMARY KEY (user_id, kind, id)
      );
      CALL cairn_own('remote_deletion');
      """
  )

  /// A checksum that covers values, the unreadable records, and the log that was followed last.
  ///
  /// That log stays known after `sync stop` (spec/security.md S1, S2).
  static let unreadable = Migration(
    14,
    "know what cannot be read",
    sqlite: """
      ALTER TABLE device DROP COLUMN stamp_sum;
      ALTER TABLE device DROP COLUMN stamped;
      ALTER TABLE device ADD COLUMN digest_count INTEGER;
      ALTER TABLE device ADD COLUMN digest_sum INTEGER
        CHECK ((digest_sum IS NULL) = (digest_count IS NULL));
      ALTER TABLE device ADD COLUMN followed BLOB CHECK (length(followed) = 16);
      ALTER TABLE device ADD COLUMN followed_account TEXT;
      UPDATE device SET followed = (SELECT log FROM sync);

      CREATE TABLE unreadable (
        kind TEXT NOT NULL,
        id BLOB NOT NULL CHECK (length(id) = 16),
        reason TEXT NOT NULL,
        PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      """
  )

  /// The same on PostgreSQL.
  static let postgresUnreadable = Migration(
    11,
    "know what cannot be read",
    postgresql: """
      ALTER TABLE device DROP COLUMN stamp_sum, DROP COLUMN stamped, ADD COLUMN digest_count bigint,
        ADD COLUMN digest_sum bigint CHECK ((digest_sum IS NULL) = (digest_count IS NULL)),
        ADD COLUMN followed uuid, ADD COLUMN followed_account text COLLATE "C";

      CREATE TABLE unreadable (
        user_id uuid NOT NULL DEFAULT cairn_user(), kind text COLLATE "C" NOT NULL,
        id uuid NOT NULL, reason text COLLATE "C" NOT NULL, PRIMARY KEY (user_id, kind, id)
      );
      CALL cairn_own('unreadable');

      -- As for every other table, rows are inaccessible while its policy is not in force.
      DO $$ BEGIN
        EXECUTE replace(pg_get_functiondef('cairn_is_closed()'::regprocedure),
          'SELECT row_security_active(''attempt''::regclass)',
          'SELECT row_security_active(''unreadable''::regclass) AND row_security_active(''attempt''::regclass)');
      END $$;
      """
  )
}
