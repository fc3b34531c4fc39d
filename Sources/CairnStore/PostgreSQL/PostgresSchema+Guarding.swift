import CairnSQL

extension LogSchema {
  /// Lets nothing be read or written where the policies are not in force, as after a restore that made the tables
  /// and not what keeps accounts apart, while servers went on.
  ///
  /// `cairn_refuse_open` begins each transaction of an account and asks for every table; a test over the catalogue
  /// fails where it leaves one out. `cairn_flaws` looks closer, and is asked where a connection is opened. It is
  /// part of the tables, so that servers of the version before do not take what is new for a flaw.
  ///
  /// Ours is a table whose rows are by default those of `cairn_user()`: the default is part of the table itself,
  /// and comes along where its policy does not. What `cairn_app` may not touch is nobody's concern.
  static let guarding = Migration(
    10,
    "refuse rows that nothing guards",
    postgresql: """
      CREATE FUNCTION cairn_refuse_open() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT (TABLES) THEN
          RAISE EXCEPTION 'The database is not as it was made: row-level security is off'
            USING ERRCODE = 'CA002';
        END IF;
      END $$;
      """
  )
}
