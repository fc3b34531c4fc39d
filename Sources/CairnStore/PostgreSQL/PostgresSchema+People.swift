import CairnSQL

extension LogSchema {
  /// Looks closer at what keeps people apart beside the accounts: each policy to the word, as
  /// ``AccountSchema/people`` made it.
  ///
  /// A database where that step was not taken yet has no flaw, nor one that has logs and no accounts.
  static let people = Migration(
    12,
    "watch what keeps people apart beside the accounts",
    postgresql: """
      ALTER FUNCTION cairn_flaws() RENAME TO cairn_shown_flaws;

      CREATE FUNCTION cairn_flaws() RETURNS SETOF text LANGUAGE sql STABLE AS $$
        WITH made (name, holds) AS (VALUES
          ('sent_file', 'owner=current_setting''cairn.person''::text,true'),
          ('sent_block', 'EXISTSSELECTFROMsent_fileWHEREsent_file.id=sent_block.file'),
          ('webhook', 'owner=current_setting''cairn.person''::text,true'),
          ('delivery', 'EXISTSSELECTFROMwebhookwWHEREw.id=delivery.webhook')
        ), kept AS (
          SELECT name, 'COALESCEcurrent_setting''cairn.user''::text,true,''''::text=CASEWHEN' || holds
            || 'THEN''''::textELSENULL::textEND' AS sees
          FROM made WHERE to_regprocedure('household.owners_of_webhooks()') IS NOT NULL
        )
        SELECT * FROM cairn_shown_flaws()
        UNION ALL
        SELECT 'the policy “nobodys” of the table household.' || name || ' is not as Cairn made it, so one '
          'person could see what is another’s'
        FROM kept WHERE NOT EXISTS (SELECT FROM pg_policy
          WHERE polrelid = to_regclass('household.' || name) AND polname = 'nobodys'
            AND replace(regexp_replace(pg_get_expr(polqual, polrelid), '[[:space:]()]', '', 'g'),
              'household.', '') = sees)
      $$;
      """
  )
}
