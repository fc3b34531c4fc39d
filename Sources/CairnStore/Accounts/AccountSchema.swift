import CairnSQL

/// The migrations of the account tables; a released migration never changes.
///
/// Accounts have a database of their own, because a log contains nothing that belongs to another person.
enum AccountSchema {
  static let migrations = [
    Migration(
      1,
      "keep accounts and passes",
      sqlite: """
        CREATE TABLE account (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          name TEXT NOT NULL,
          folded TEXT NOT NULL UNIQUE,
          password TEXT NOT NULL,
          zone TEXT NOT NULL,
          created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pass (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          kind TEXT NOT NULL CHECK (kind IN ('browser', 'app')),
          name TEXT NOT NULL,
          scopes TEXT NOT NULL,
          hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
          created_at INTEGER NOT NULL,
          seen_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pass_account ON pass (account, kind, created_at);

        CREATE TABLE setup_link (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          hash TEXT NOT NULL CHECK (length(hash) = 64),
          expires_at INTEGER NOT NULL
        ) STRICT;
        """
    ),
    Migration(
      2,
      "keep whose story it is, and what people are called",
      sqlite: """
        ALTER TABLE account ADD COLUMN called TEXT;

        CREATE TABLE story_claim (
          story TEXT NOT NULL CHECK (length(story) = 64),
          account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          PRIMARY KEY (story, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX story_claim_account ON story_claim (account);
        """
    ),
    Migration(
      3,
      "keep who compares their shelf with others, and what it comes to",
      sqlite: """
        CREATE TABLE compared_account (
          account BLOB PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE compared_share (
          account BLOB NOT NULL REFERENCES compared_account (account) ON DELETE CASCADE,
          dimension TEXT NOT NULL,
          day INTEGER NOT NULL,
          tenths INTEGER NOT NULL CHECK (tenths BETWEEN 0 AND 10),
          earlier INTEGER CHECK (earlier BETWEEN 0 AND 10),
          party INTEGER,
          counts_from INTEGER,
          PRIMARY KEY (account, dimension),
          CHECK ((party IS NULL) = (counts_from IS NULL))
        ) STRICT, WITHOUT ROWID;
        """
    ),
    Migration(
      4,
      "keep when an account was closed",
      sqlite: "ALTER TABLE account ADD COLUMN closed_at INTEGER;"
    ),
    Migration(
      5,
      "use the current names",
      sqlite: """
        ALTER TABLE pass RENAME TO credential;
        DROP INDEX pass_account;
        CREATE INDEX credential_account ON credential (account, kind, created_at);
        """
    ),
  ]
}
