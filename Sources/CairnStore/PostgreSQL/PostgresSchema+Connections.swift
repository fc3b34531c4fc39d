import CairnSQL

extension LogSchema {
  /// Checks the exact text of each policy that separates the connections of people, as
  /// ``AccountSchema/connections`` created it.
  ///
  /// Passes for a database without that migration, or with logs but no accounts.
  static let connections = Migration(
    7,
    "check the policies of connections",
    postgresql: """
      ALTER FUNCTION cairn_integrity_errors() RENAME TO cairn_person_errors;

      CREATE FUNCTION cairn_integrity_errors() RETURNS SETOF text LANGUAGE sql STABLE AS $$
        WITH made (name, holds) AS (VALUES
          ('connection', 'account::text=current_setting''cairn.person''::text,true'),
          ('connected_document', 'EXISTSSELECTFROMconnectioncWHEREc.id=connected_document.connection'),
          ('connected_file', 'EXISTSSELECTFROMconnectioncWHEREc.id=connected_file.connection')
        )
        SELECT * FROM cairn_person_errors()
        UNION ALL
        SELECT 'the policy “shared” of the table accounts.' || name || ' is not as Cairn made it, so one '
          'person could see what is another’s'
        FROM made WHERE to_regclass('accounts.' || name) IS NOT NULL AND NOT EXISTS (SELECT FROM pg_policy
          WHERE polrelid = to_regclass('accounts.' || name) AND polname = 'shared'
            AND replace(regexp_replace(pg_get_expr(polqual, polrelid), '[[:space:]()]', '', 'g'), 'accounts.', '')
              = 'COALESCEcurrent_setting''cairn.user''::text,true,''''::text=CASEWHEN' || holds
                || 'THEN''''::textELSENULL::textEND')
      $$;
      """
  )
}
