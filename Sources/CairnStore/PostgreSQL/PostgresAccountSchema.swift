import CairnSQL

extension AccountSchema {
  /// The tables of accounts on PostgreSQL, in their own schema beside the logs.
  ///
  /// They are visible only to transactions without an account: one that names a log sees none of them.
  static let postgresql = [
    Migration(
      1,
      "keep accounts, passes and comparisons",
      postgresql: """
        CREATE TABLE account (
          id uuid PRIMARY KEY, name text COLLATE "C" NOT NULL,
          folded text COLLATE "C" NOT NULL UNIQUE, password text NOT NULL, zone text NOT NULL,
          created_at bigint NOT NULL, called text
        );
        CREATE TABLE credential (
          id uuid PRIMARY KEY,
          account uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          kind text COLLATE "C" NOT NULL CHECK (kind IN ('browser', 'app')),
          name text COLLATE "C" NOT NULL, scopes text NOT NULL,
          hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(hash) = 64),
          created_at bigint NOT NULL, seen_at bigint NOT NULL
        );
        CREATE INDEX credential_account ON credential (account, kind, created_at);
        CREATE TABLE setup_link (
          one smallint PRIMARY KEY CHECK (one = 1),
          hash text NOT NULL CHECK (length(hash) = 64), expires_at bigint NOT NULL
        );
        CREATE TABLE story_claim (
          story text COLLATE "C" NOT NULL CHECK (length(story) = 64),
          account uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          PRIMARY KEY (story, account)
        );
        CREATE INDEX story_claim_account ON story_claim (account);
        CREATE TABLE compared_account (
          account uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE
        );
        CREATE TABLE compared_share (
          account uuid NOT NULL REFERENCES compared_account (account) ON DELETE CASCADE,
          dimension text COLLATE "C" NOT NULL, day bigint NOT NULL,
          tenths smallint NOT NULL CHECK (tenths BETWEEN 0 AND 10),
          earlier smallint CHECK (earlier BETWEEN 0 AND 10), party bigint, counts_from bigint,
          PRIMARY KEY (account, dimension),
          CHECK ((party IS NULL) = (counts_from IS NULL))
        );
        DO $$
        DECLARE
          name text;
        BEGIN
          FOR name IN
            SELECT relname FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
              AND relname <> 'migration'
          LOOP
            EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
            EXECUTE format('CREATE POLICY shared ON %I TO cairn_app '
              'USING (coalesce(current_setting(''cairn.user'', true), '''') = '''') '
              'WITH CHECK (coalesce(current_setting(''cairn.user'', true), '''') = '''')', name);
            EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO cairn_app', name);
          END LOOP;
          EXECUTE format('GRANT USAGE ON SCHEMA %I TO cairn_app', current_schema());
        END $$;
        """
    ),
    webhooks, sentFiles, people,
    Migration(
      5,
      "keep when an account was closed",
      postgresql: "ALTER TABLE account ADD COLUMN closed_at bigint;"
    ),
  ]
}
