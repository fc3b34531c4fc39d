import CairnSQL

extension AccountSchema {
  /// The uploaded import files of all accounts, so that any server can show and import them.
  ///
  /// Also stores whether all accounts were moved to files.
  static let uploadedFiles = Migration(
    2,
    "create the tables of uploaded files and migrated accounts",
    postgresql: """
      CREATE TABLE uploaded_file (
        id uuid PRIMARY KEY, owner text COLLATE "C" NOT NULL, made_at bigint NOT NULL,
        state text COLLATE "C" NOT NULL
          CHECK (state IN ('uploading', 'planned', 'applying', 'applied', 'undone', 'failed')),
        job text NOT NULL, options text NOT NULL, done bigint NOT NULL DEFAULT 0 CHECK (done >= 0), total bigint,
        runner uuid, updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX uploaded_file_owner ON uploaded_file (owner, made_at);
      CREATE INDEX uploaded_file_made ON uploaded_file (made_at);
      CREATE TABLE uploaded_block (
        file uuid NOT NULL REFERENCES uploaded_file (id) ON DELETE CASCADE,
        number bigint NOT NULL CHECK (number >= 0), bytes bytea NOT NULL,
        PRIMARY KEY (file, number)
      );
      CREATE TABLE migrated_away (one smallint PRIMARY KEY CHECK (one = 1), at bigint NOT NULL);
      \(fragment: .isolated("uploaded_file"))
      \(fragment: .isolated("uploaded_block"))
      \(fragment: .isolated("migrated_away"))
      """
  )
}
