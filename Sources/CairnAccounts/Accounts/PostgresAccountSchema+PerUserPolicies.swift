import CairnSQL

extension AccountSchema {
  /// Row-level security for personal data beside the accounts, per person.
  ///
  /// A transaction names its person (`cairn.person`) and sees only that person's files and webhooks. Functions list the
  /// people with pending work, without their data. A trigger deletes the data with the account, even for an older
  /// server that cannot see it. The conditions start like those of the other tables, because older servers recognize
  /// policies by them.
  static let people = Migration(
    3,
    "isolate uploaded files and webhooks per user",
    postgresql: """
      ALTER POLICY shared ON uploaded_file
        USING (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN owner = current_setting('cairn.person', true) THEN '' END)
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN owner = current_setting('cairn.person', true) THEN '' END);
      ALTER POLICY shared ON uploaded_block
        USING (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN EXISTS (SELECT FROM uploaded_file WHERE id = file) THEN '' END)
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN EXISTS (SELECT FROM uploaded_file WHERE id = file) THEN '' END);
      ALTER POLICY shared ON webhook
        USING (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN owner = current_setting('cairn.person', true) THEN '' END)
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN owner = current_setting('cairn.person', true) THEN '' END);
      ALTER POLICY shared ON delivery
        USING (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN EXISTS (SELECT FROM webhook w WHERE w.id = webhook) THEN '' END)
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN EXISTS (SELECT FROM webhook w WHERE w.id = webhook) THEN '' END);

      CREATE FUNCTION webhook_owners() RETURNS SETOF text
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = accounts, pg_temp AS $$
        SELECT DISTINCT owner FROM webhook ORDER BY owner $$;
      CREATE FUNCTION owners_to_notify(at bigint, most bigint) RETURNS SETOF text
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = accounts, pg_temp AS $$
        SELECT owner FROM (
          SELECT owner, min(next_at) AS first FROM delivery JOIN webhook ON webhook.id = delivery.webhook
          WHERE state = 'waiting' AND next_at <= at GROUP BY owner) AS due
        ORDER BY (SELECT max(tried_at) FROM delivery JOIN webhook ON webhook.id = delivery.webhook
          WHERE webhook.owner = due.owner) NULLS FIRST, first, owner LIMIT most $$;
      CREATE FUNCTION owners_of_old_files(before bigint) RETURNS SETOF text
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = accounts, pg_temp AS $$
        SELECT DISTINCT owner FROM uploaded_file WHERE made_at < before ORDER BY owner LIMIT 100 $$;
      REVOKE EXECUTE ON FUNCTION webhook_owners(), owners_to_notify(bigint, bigint),
        owners_of_old_files(bigint) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION webhook_owners(), owners_to_notify(bigint, bigint),
        owners_of_old_files(bigint) TO cairn_app;

      CREATE FUNCTION delete_owned_rows() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = accounts, pg_temp AS $$
      BEGIN
        DELETE FROM webhook WHERE owner = OLD.id::text;
        DELETE FROM uploaded_file WHERE owner = OLD.id::text;
        RETURN NULL;
      END $$;
      REVOKE EXECUTE ON FUNCTION delete_owned_rows() FROM PUBLIC;
      CREATE TRIGGER delete_owned_rows AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION delete_owned_rows();
      """
  )
}
