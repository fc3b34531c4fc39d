import CairnSQL

/// The schema of the outbox; released migrations never change.
enum OutboxSchema {
  static let migrator = Migrator([
    Migration(
      1,
      "keep what is to be sent",
      sqlite: """
        CREATE TABLE delivery (
          account TEXT NOT NULL,
          id TEXT NOT NULL,
          number INTEGER NOT NULL,
          revision INTEGER NOT NULL CHECK (revision > 0),
          body TEXT NOT NULL,
          refusal TEXT,
          reason TEXT,
          CHECK ((refusal IS NULL) = (reason IS NULL)),
          PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX delivery_in_order ON delivery (account, number) WHERE refusal IS NULL;

        CREATE TABLE tracker (
          account TEXT PRIMARY KEY NOT NULL,
          state TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE known (
          account TEXT NOT NULL,
          name TEXT NOT NULL,
          at INTEGER NOT NULL,
          body TEXT NOT NULL,
          PRIMARY KEY (account, name)
        ) STRICT, WITHOUT ROWID;
        """
    )
  ])
}
