import CairnSQL

extension LogSchema {
  /// Allows a transaction as `cairn_reader` to see what an account made public (ADR 24).
  ///
  /// The serving role may switch to that role but does not inherit it. Other transactions are unaffected, because no
  /// index returns ordered rows under two policies.
  static let publicReads = Migration(
    3,
    "allow reads of public sessions",
    postgresql: """
      CREATE FUNCTION cairn_public_account() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
        AS $$ SELECT nullif(current_setting('cairn.public_account', true), '')::uuid $$;

      DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO cairn_reader', current_schema()); END $$;

      CREATE INDEX climbing_public ON climbing (user_id, session) WHERE is_private = 0;
      CREATE POLICY public_rows ON climbing FOR SELECT TO cairn_reader
        USING (user_id = cairn_public_account() AND is_private = 0);
      CREATE POLICY public_rows ON session FOR SELECT TO cairn_reader
        USING (user_id = cairn_public_account() AND EXISTS (
          SELECT FROM climbing
          WHERE climbing.user_id = session.user_id AND climbing.session = session.id));
      CREATE POLICY public_rows ON climb FOR SELECT TO cairn_reader
        USING (user_id = cairn_public_account() AND EXISTS (
          SELECT FROM session
          WHERE session.user_id = climb.user_id AND session.id = climb.session));
      CREATE POLICY public_rows ON attempt FOR SELECT TO cairn_reader
        USING (user_id = cairn_public_account() AND EXISTS (
          SELECT FROM climb
          WHERE climb.user_id = attempt.user_id AND climb.id = attempt.climb));
      CREATE POLICY public_rows ON tag_mark FOR SELECT TO cairn_reader
        USING (user_id = cairn_public_account() AND tag NOT LIKE 'own:%' AND EXISTS (
          SELECT FROM climb
          WHERE climb.user_id = tag_mark.user_id AND climb.id = tag_mark.climb));

      GRANT SELECT (user_id, session, discipline, is_private, is_outdoor)
        ON climbing TO cairn_reader;
      GRANT SELECT (user_id, id, started_at, ended_at, segments, zone, day, place)
        ON session TO cairn_reader;
      GRANT SELECT (user_id, id, session, position, name, discipline, grade, scale, style, pitches)
        ON climb TO cairn_reader;
      GRANT SELECT (user_id, climb, number, id, result, tick, at, counted) ON attempt TO cairn_reader;
      GRANT SELECT (user_id, climb, tag, id, impact) ON tag_mark TO cairn_reader;

      CREATE FUNCTION cairn_public_accounts(accounts text) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
      DECLARE
        account text;
      BEGIN
        FOREACH account IN ARRAY string_to_array(accounts, ',') LOOP
          PERFORM set_config('cairn.public_account', account, true);
          IF EXISTS (SELECT FROM climbing WHERE is_private = 0) THEN
            RETURN NEXT account::uuid;
          END IF;
        END LOOP;
      END $$;
      """
  )
}
