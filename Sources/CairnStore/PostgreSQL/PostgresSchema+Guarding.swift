import CairnSQL

extension LogSchema {
  /// Has each transaction of an account refuse where the policies are not in force for it, as after a restore
  /// that made the tables and not their policies while servers went on.
  ///
  /// Three tables speak for all: a copy brings the security of rows after all rows. Who serves looks at every
  /// table where it opens a connection.
  static let guarding = Migration(
    10,
    "refuse rows that nothing guards",
    postgresql: """
      CREATE OR REPLACE FUNCTION cairn_refuse_sealed() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT (row_security_active('record') AND row_security_active('mutation')
            AND row_security_active('session')) THEN
          RAISE EXCEPTION 'The database is not as it was made: row-level security is off' USING ERRCODE = 'CA002';
        END IF;
        IF EXISTS (SELECT FROM seal WHERE user_id = cairn_user() AND is_open = 0) THEN
          RAISE EXCEPTION 'The log is sealed in this database' USING ERRCODE = 'CA001';
        END IF;
      END $$;
      """
  )
}
