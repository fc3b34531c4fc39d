import CairnSQL

/// Whether the tables still have all that they were made with, policies above all: a copy can be restored in
/// part, and whoever may change tables can take something away.
///
/// Ours is a table whose rows are by default those of `cairn_user()`: the default is part of the table itself,
/// and comes along where its policy does not.
enum Wholeness {
  /// Throws `notWhole`, which names what is missing, and `notPrepared` where there are no tables at all.
  static func check(_ connection: any SQLConnection) throws {
    if let flaw = try connection.first(flaws, { try $0.text(0) }) {
      throw StorageError(.notWhole, "The database is not as it was made: \(flaw).")
    }
    let place = try connection.first(nowhere) { try ($0.text(0), $0.text(1)) }
    guard let (schema, role) = place else { return }
    throw StorageError(
      .notPrepared,
      "There are no tables of logs in “\(schema)”, the first schema that the role \(role) sees "
        + "(search_path)."
    )
  }

  private static let nowhere: SQL = """
    SELECT coalesce(current_schema(), current_setting('search_path')), current_user WHERE NOT EXISTS (
      SELECT FROM pg_class WHERE relname = 'record' AND relnamespace = current_schema()::regnamespace)
    """

  /// What is wrong, the worst first.
  private static let flaws: SQL = """
    WITH ours AS (
      SELECT c.oid, c.relname, c.relkind, c.relispartition,
        c.relrowsecurity AND c.relforcerowsecurity AS is_forced
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id'
      JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace = current_schema()::regnamespace
        AND pg_get_expr(d.adbin, c.oid) = 'cairn_user()'
    ), nobodys AS (
      SELECT oid, 'household.' || relname AS relname, relrowsecurity FROM pg_class
      WHERE relnamespace = to_regnamespace('household') AND relkind = 'r' AND relname <> 'migration'
    ), flaw AS (
      SELECT 1 AS rank, relname, 'row-level security is off for the table ' || relname
        || ', so one account could see the rows of another' AS words
      FROM ours WHERE NOT is_forced
      UNION ALL
      SELECT 1, relname, 'row-level security is off for the table ' || relname
      FROM nobodys WHERE NOT relrowsecurity
      UNION ALL
      SELECT 2, o.relname, 'the table ' || o.relname || ' has a policy “' || p.polname
        || '” that is not of Cairn, by which one account could see the rows of another'
      FROM ours o JOIN pg_policy p ON p.polrelid = o.oid
      WHERE p.polpermissive AND NOT CASE p.polname
        WHEN 'own' THEN pg_get_expr(p.polqual, o.oid) = '(user_id = cairn_user())'
          AND pg_get_expr(p.polwithcheck, o.oid) = '(user_id = cairn_user())'
        WHEN 'shown' THEN p.polcmd = 'r' AND p.polroles = ARRAY[to_regrole('cairn_reader')::oid]
          AND pg_get_expr(p.polqual, o.oid) LIKE '((user_id = cairn_shown()) AND %'
        ELSE false END
      UNION ALL
      SELECT 2, n.relname, 'the table ' || n.relname || ' has a policy “' || p.polname
        || '” that is not of Cairn'
      FROM nobodys n JOIN pg_policy p ON p.polrelid = n.oid
      WHERE p.polpermissive
        AND (p.polname <> 'nobodys' OR pg_get_expr(p.polqual, n.oid) NOT LIKE '%cairn.user%')
      UNION ALL
      SELECT 4, relname, 'the table ' || relname || ' lacks its policy'
      FROM ours o WHERE NOT relispartition
        AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = o.oid AND p.polname = 'own')
      UNION ALL
      SELECT 3, relname, 'the table ' || relname || ' has ' || parts.count || ' of its 16 partitions'
      FROM ours o, LATERAL (SELECT count(*) FROM pg_inherits WHERE inhparent = o.oid) parts
      WHERE relkind = 'p' AND parts.count <> 16
      UNION ALL
      SELECT 5, relname, 'the role cairn_app may not read and write the table ' || relname
      FROM (SELECT oid, relname FROM ours WHERE NOT relispartition
        UNION ALL SELECT oid, relname FROM nobodys) t
      WHERE NOT (has_table_privilege('cairn_app', oid, 'SELECT')
        AND has_table_privilege('cairn_app', oid, 'INSERT')
        AND has_table_privilege('cairn_app', oid, 'UPDATE')
        AND has_table_privilege('cairn_app', oid, 'DELETE'))
    )
    SELECT words FROM flaw ORDER BY rank, relname LIMIT 1
    """
}

extension Connection {
  /// Looks at the tables before anybody has the connection; throws what ``Wholeness/check(_:)`` does.
  func check() throws {
    try transaction(.read, beginning: ["BEGIN READ ONLY"], Cancellation()) {
      try Wholeness.check($0)
    }
  }
}
