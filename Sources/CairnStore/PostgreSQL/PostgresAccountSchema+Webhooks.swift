import CairnSQL

extension AccountSchema {
  /// The webhooks of all accounts and their deliveries, so that any server can show, send and delete them.
  static let webhooks = Migration(
    2,
    "keep webhooks and what they are told",
    postgresql: """
      CREATE TABLE webhook (
        id uuid PRIMARY KEY, owner text COLLATE "C" NOT NULL, url text NOT NULL,
        secret text NOT NULL, made_at bigint NOT NULL
      );
      CREATE INDEX webhook_owner ON webhook (owner, made_at);
      CREATE TABLE delivery (
        webhook uuid NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
        milestone text COLLATE "C" NOT NULL, id uuid NOT NULL UNIQUE,
        reached_at bigint NOT NULL,
        state text COLLATE "C" NOT NULL CHECK (state IN ('known', 'waiting', 'sent', 'failed')),
        made_at bigint NOT NULL, attempts bigint NOT NULL CHECK (attempts >= 0),
        next_at bigint NOT NULL, tried_at bigint, answer text,
        PRIMARY KEY (webhook, milestone)
      );
      CREATE INDEX delivery_due ON delivery (next_at) WHERE state = 'waiting';
      DO $$
      DECLARE
        name text;
      BEGIN
        FOREACH name IN ARRAY ARRAY['webhook', 'delivery']
        LOOP
          EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
          EXECUTE format('CREATE POLICY shared ON %I TO cairn_app '
            'USING (coalesce(current_setting(''cairn.user'', true), '''') = '''') '
            'WITH CHECK (coalesce(current_setting(''cairn.user'', true), '''') = '''')', name);
          EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO cairn_app', name);
        END LOOP;
      END $$;
      """
  )
}
