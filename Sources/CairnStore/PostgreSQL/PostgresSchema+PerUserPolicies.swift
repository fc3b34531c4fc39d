import CairnSQL

extension LogSchema {
  /// Checks the exact text of each policy that separates people, as ``AccountSchema/people`` created it.
  ///
  /// Passes for a database without that migration, or with logs but no accounts.
  static let people = Migration(
    6,
    "check per-user policies",
    postgresql: """
      ALTER FUNCTION cairn_integrity_errors() RENAME TO cairn_public_errors;

      CREATE FUNCTION cairn_integrity_errors() RETURNS SETOF text LANGUAGE sql STABLE AS $$
        WITH made (name, holds) AS (VALUES
          ('uploaded_file', 'owner=current_setting''cairn.person''::text,true'),
          ('uploaded_block', 'EXISTSSELECTFROMuploaded_fileWHEREuploaded_file.id=uploaded_block.file'),
          ('webhook', 'owner=current_setting''cairn.person''::text,true'),
          ('delivery', 'EXISTSSELECTFROMwebhookwWHEREw.id=delivery.webhook')
        ), step AS (
          SELECT WHERE EXISTS (SELECT FROM pg_policy WHERE polrelid IN
              (SELECT to_regclass('accounts.' || name) FROM made)
              AND pg_get_expr(polqual, polrelid) LIKE '%cairn.person%')
            OR EXISTS (SELECT FROM pg_proc
              WHERE pronamespace = to_regnamespace('accounts') AND starts_with(proname, 'owners_'))
        )
        SELECT * FROM cairn_public_errors()
        UNION ALL
        SELECT 'the policy “shared” of the table accounts.' || name || ' is not as Cairn made it, so one '
          'person could see what is another’s'
        FROM step, made WHERE NOT EXISTS (SELECT FROM pg_policy
          WHERE polrelid = to_regclass('accounts.' || name) AND polname = 'shared'
            AND replace(regexp_replace(pg_get_expr(polqual, polrelid), '[[:space:]()]', '', 'g'), 'accounts.', '')
              = 'COALESCEcurrent_setting''cairn.user''::text,true,''''::text=CASEWHEN' || holds
                || 'THEN''''::textELSENULL::textEND')
        UNION ALL
        SELECT 'the function accounts.' || name || ' is not as Cairn made it, so what people wait for would not come'
        FROM step, (VALUES ('webhook_owners()'), ('owners_to_notify(bigint,bigint)'),
          ('owners_of_old_files(bigint)')) AS told (name)
        WHERE NOT EXISTS (SELECT FROM pg_proc JOIN pg_class ON pg_class.oid = to_regclass('accounts.webhook')
          WHERE pg_proc.oid = to_regprocedure('accounts.' || name) AND prosecdef
            AND prorettype = 'text'::regtype AND proowner = relowner AND NOT relforcerowsecurity
            AND has_function_privilege('cairn_app', pg_proc.oid, 'EXECUTE'))
      $$;
      """
  )
}
