import CairnSQL

extension LogSchema {
  /// Blocks reads and writes while row-level security is off.
  ///
  /// That can happen after a restore of the tables without their policies, while servers run. Each account transaction
  /// calls `cairn_row_security_active`, which checks every table in 6 µs; a catalogue test fails if it omits one. For each new
  /// connection `cairn_integrity_errors` checks more. Both are in the schema, so older servers accept newer policies.
  static let rowSecurity = Migration(
    4,
    "require row-level security",
    postgresql: """
      CREATE FUNCTION cairn_row_security_active() RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT row_security_active('attempt'::regclass) AND
          row_security_active('author'::regclass) AND row_security_active('climb'::regclass) AND
          row_security_active('climbing'::regclass) AND
          row_security_active('credit'::regclass) AND
          row_security_active('day_tag'::regclass) AND
          row_security_active('day_total'::regclass) AND
          row_security_active('deleted_entry'::regclass) AND
          row_security_active('device'::regclass) AND row_security_active('streak_minimum'::regclass) AND
          row_security_active('overlap_day'::regclass) AND
          row_security_active('edition'::regclass) AND row_security_active('entry'::regclass) AND
          row_security_active('entry_label'::regclass) AND
          row_security_active('fact'::regclass) AND
          row_security_active('rest_day'::regclass) AND
          row_security_active('goal'::regclass) AND
          row_security_active('listening_day'::regclass) AND
          row_security_active('story_total'::regclass) AND
          row_security_active('hour_total'::regclass) AND
          row_security_active('listening'::regclass) AND
          row_security_active('lost_value'::regclass) AND
          row_security_active('milestone'::regclass) AND
          row_security_active('mutation'::regclass) AND
          row_security_active('annotation'::regclass) AND row_security_active('play'::regclass) AND
          row_security_active('quarantine'::regclass) AND
          row_security_active('read_through'::regclass) AND
          row_security_active('reading'::regclass) AND
          row_security_active('record'::regclass) AND
          row_security_active('record_change'::regclass) AND
          row_security_active('remote_deletion'::regclass) AND
          row_security_active('resend'::regclass) AND
          row_security_active('search_word'::regclass) AND
          row_security_active('session'::regclass) AND
          row_security_active('session_day'::regclass) AND
          row_security_active('session_label'::regclass) AND
          row_security_active('setting'::regclass) AND
          row_security_active('skipped_day'::regclass) AND
          row_security_active('story'::regclass) AND
          row_security_active('subject_day'::regclass) AND
          row_security_active('subject_total'::regclass) AND
          row_security_active('sync'::regclass) AND row_security_active('tag_mark'::regclass) AND
          row_security_active('notified_milestone'::regclass) AND
          row_security_active('unreadable'::regclass) AND row_security_active('work'::regclass) $$;

      CREATE FUNCTION cairn_require_row_security() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT cairn_row_security_active() THEN
          RAISE EXCEPTION 'Row-level security is disabled on a table of Cairn'
            USING ERRCODE = 'CA002';
        END IF;
      END $$;

      CREATE FUNCTION cairn_integrity_errors() RETURNS SETOF text LANGUAGE sql STABLE AS $$
        -- Cairn's tables default to the rows of cairn_user(). The default is part of the table, so a copy of
        -- the table keeps it even if it loses the policy.
        WITH ours AS (
          SELECT c.oid, c.relname::text AS name, c.relkind, c.relispartition,
            c.relrowsecurity AND c.relforcerowsecurity AS is_safe, 'account_rows' AS policy
          FROM pg_depend d
          JOIN pg_attrdef a ON a.oid = d.objid
          JOIN pg_class c ON c.oid = a.adrelid
          WHERE d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_proc'::regclass
            AND d.refobjid = to_regprocedure('cairn_user()')
            AND c.relnamespace = current_schema()::regnamespace
        ), shared AS (
          SELECT oid, 'accounts.' || relname AS name, relkind, false AS relispartition,
            relrowsecurity AS is_safe, 'shared' AS policy
          FROM pg_class
          WHERE relnamespace = to_regnamespace('accounts') AND relkind = 'r' AND relname <> 'migration'
        ), policy AS (
          SELECT polrelid, polname::text AS name, polcmd, polpermissive, polroles,
            pg_get_expr(polqual, polrelid) AS sees, pg_get_expr(polwithcheck, polrelid) AS writes
          FROM pg_policy
          WHERE polrelid IN (SELECT oid FROM ours UNION ALL SELECT oid FROM shared)
        ), every_table AS (
          SELECT t.*, has_table_privilege('cairn_app', oid, 'SELECT') AS is_read,
            EXISTS (SELECT FROM policy p WHERE p.polrelid = t.oid AND p.name = t.policy) AS is_kept
          FROM (SELECT * FROM ours UNION ALL SELECT * FROM shared) t
        ), flaw AS (
          -- A table that cairn_app cannot access exposes nothing.
          SELECT 1 AS rank, name, 'row-level security is off for the table ' || name
            || ', so one account could see the rows of another' AS words
          FROM every_table WHERE NOT is_safe AND (is_read OR relispartition)
          UNION ALL
          SELECT 2, t.name, 'the table ' || t.name || ' has a policy “' || p.name
            || '” that is not as Cairn made it, so one account could see the rows of another'
          FROM every_table t JOIN policy p ON p.polrelid = t.oid
          WHERE (t.is_read OR t.is_kept) AND (p.polpermissive AND CASE p.name
            WHEN 'account_rows' THEN p.polcmd = '*' AND p.sees = '(user_id = cairn_user())'
              AND p.writes = p.sees AND ARRAY[to_regrole('cairn_app')::oid] <@ p.polroles
            WHEN 'public_rows' THEN p.polcmd = 'r' AND p.polroles = ARRAY[to_regrole('cairn_reader')::oid]
              AND p.sees LIKE '((user_id = cairn_public_account()) AND %' AND p.sees NOT LIKE '% OR %'
            WHEN 'shared' THEN p.polcmd = '*' AND p.writes = p.sees AND p.sees NOT LIKE '% OR %'
              AND p.sees LIKE '(COALESCE(current_setting(''cairn.user''%'
            END) IS NOT TRUE
          UNION ALL
          SELECT 3, name, 'the table ' || name || ' has ' || parts.count || ' of its 16 partitions'
          FROM ours o, LATERAL (SELECT count(*) FROM pg_inherits WHERE inhparent = o.oid) parts
          WHERE relkind = 'p' AND parts.count <> 16
          UNION ALL
          SELECT 4, name, 'the table ' || name || ' lacks its policy'
          FROM every_table WHERE NOT relispartition AND is_read AND NOT is_kept
          UNION ALL
          SELECT 4, name, 'the table ' || name || ' lacks its policy for what is public'
          FROM ours o WHERE name IN ('attempt', 'climb', 'climbing', 'session', 'tag_mark')
            AND NOT EXISTS (SELECT FROM policy p WHERE p.polrelid = o.oid AND p.name = 'public_rows')
          UNION ALL
          SELECT 5, name, 'the role cairn_app may not read and write the table ' || name
          FROM every_table WHERE is_kept AND NOT (is_read
            AND has_table_privilege('cairn_app', oid, 'INSERT')
            AND has_table_privilege('cairn_app', oid, 'UPDATE')
            AND has_table_privilege('cairn_app', oid, 'DELETE'))
          UNION ALL
          SELECT 5, name, 'the role cairn_reader may not read what is public of the table ' || name
          FROM ours WHERE name IN ('attempt', 'climb', 'climbing', 'session', 'tag_mark')
            AND NOT has_any_column_privilege('cairn_reader', oid, 'SELECT')
        )
        SELECT words FROM flaw ORDER BY rank, name $$;
      """
  )
}
