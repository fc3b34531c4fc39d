import CairnSQL

extension LogSchema {
  /// Lets tables lie beside ours that somebody else made: they have no `user_id`, and are none of a log.
  ///
  /// What is ours has the policy `own`, which `cairn_own` gives it.
  static let strangers = Migration(
    8,
    "leave tables alone that are not ours",
    postgresql: """
      CREATE OR REPLACE FUNCTION cairn_tables() RETURNS SETOF text LANGUAGE sql STABLE AS $$
        SELECT relname::text FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition AND relname <> 'migration_fence'
          AND oid IN (SELECT polrelid FROM pg_policy WHERE polname = 'own')
        ORDER BY relname $$;
      """
  )
}
