import CairnSQL

extension LogSchema {
  /// Ignores foreign tables in the schema, which have no `user_id` and belong to no log.
  ///
  /// Cairn's own tables have the policy `own`, created by `cairn_own`.
  static let foreignTables = Migration(
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
