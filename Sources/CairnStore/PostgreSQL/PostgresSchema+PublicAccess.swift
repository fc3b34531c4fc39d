import CairnSQL

extension LogSchema {
  /// Checks what others can see of an account: `public_rows` policies, their readable columns, and views.
  ///
  /// A view bypasses all policies unless it has `security_invoker`. `cairn_integrity_errors` still returns all errors,
  /// so that servers of every version see them. Conditions are compared without spaces and parentheses, in which
  /// PostgreSQL versions differ.
  static let publicAccess = Migration(
    5,
    "check public access",
    postgresql: """
      ALTER FUNCTION cairn_integrity_errors() RENAME TO cairn_row_errors;

      CREATE FUNCTION cairn_integrity_errors() RETURNS SETOF text LANGUAGE sql STABLE AS $$
        WITH RECURSIVE ours AS (
          SELECT c.oid, c.relname::text AS name, c.relnamespace = current_schema()::regnamespace AS is_log
          FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
          WHERE c.relnamespace IN (current_schema()::regnamespace, to_regnamespace('accounts'))
            AND EXISTS (SELECT FROM pg_policy p
              WHERE p.polname IN ('account_rows', 'shared') AND p.polrelid IN (c.oid, i.inhparent))
        ), seen AS (
          SELECT oid FROM ours
          UNION
          SELECT w.ev_class FROM seen s
          JOIN pg_depend d ON d.refobjid = s.oid AND d.refclassid = 'pg_class'::regclass
            AND d.classid = 'pg_rewrite'::regclass
          JOIN pg_rewrite w ON w.oid = d.objid
        ), made (name, sees) AS (VALUES
          ('climbing', 'user_id=cairn_public_accountANDis_private=0'),
          ('session', 'user_id=cairn_public_accountANDEXISTSSELECTFROMclimbingWHERE'
            'climbing.user_id=session.user_idANDclimbing.session=session.id'),
          ('climb', 'user_id=cairn_public_accountANDEXISTSSELECTFROMsessionWHERE'
            'session.user_id=climb.user_idANDsession.id=climb.session'),
          ('attempt', 'user_id=cairn_public_accountANDEXISTSSELECTFROMclimbWHERE'
            'climb.user_id=attempt.user_idANDclimb.id=attempt.climb'),
          ('tag_mark', 'user_id=cairn_public_accountANDtag!~~''own:%''::textANDEXISTSSELECTFROMclimbWHERE'
            'climb.user_id=tag_mark.user_idANDclimb.id=tag_mark.climb')
        )
        SELECT * FROM cairn_row_errors()
        UNION ALL
        SELECT 'the table ' || o.name || ' has a policy “public_rows” that is not as Cairn made it, so others could '
          'see more of it than what is public'
        FROM pg_policy p JOIN ours o ON o.oid = p.polrelid LEFT JOIN made m ON m.name = o.name
        WHERE p.polname = 'public_rows' AND m.sees IS DISTINCT FROM
          regexp_replace(pg_get_expr(p.polqual, p.polrelid), '[[:space:]()]', '', 'g')
        UNION ALL
        SELECT 'the role cairn_reader reads all columns of ' || name || ', and not only what is public'
        FROM ours WHERE is_log AND has_table_privilege('cairn_reader', oid, 'SELECT')
        UNION ALL
        SELECT 'the view ' || v.relname || ' shows rows past the policies; make it with security_invoker, '
          'or take it from cairn_app'
        FROM seen s JOIN pg_class v ON v.oid = s.oid AND v.relkind IN ('v', 'm')
        WHERE has_any_column_privilege('cairn_app', v.oid, 'SELECT')
          AND coalesce(v.reloptions::text, '') !~ 'security_invoker=(true|on|yes|1)'
      $$;
      """
  )
}
