import CairnSQL

/// The migrations of the webhook tables; a released migration never changes.
///
/// They are in a database of their own, so that no backup or export of a log contains a secret (ADR 17). On PostgreSQL
/// they are part of the accounts database, in ``AccountSchema/webhooks``.
enum WebhookSchema {
  static let migrations = [
    Migration(
      1,
      "keep webhooks and what they are told",
      sqlite: """
        CREATE TABLE webhook (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          owner TEXT NOT NULL,
          url TEXT NOT NULL,
          secret TEXT NOT NULL,
          made_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhook_owner ON webhook (owner, made_at);

        CREATE TABLE delivery (
          webhook BLOB NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
          milestone TEXT NOT NULL,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          reached_at INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('known', 'waiting', 'sent', 'failed')),
          made_at INTEGER NOT NULL,
          attempts INTEGER NOT NULL CHECK (attempts >= 0),
          next_at INTEGER NOT NULL,
          tried_at INTEGER,
          answer TEXT,
          PRIMARY KEY (webhook, milestone)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_due ON delivery (next_at) WHERE state = 'waiting';
        """
    )
  ]
}
