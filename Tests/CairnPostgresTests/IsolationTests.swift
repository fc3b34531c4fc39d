import Cairn
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// What one account may see of another, held by the catalogue: a table that is added without its policy
/// fails here.
@Suite struct `Row-level security` {
  @Test func `is forced on every table, with one policy that names the account`() async throws {
    try await withTwoLogs { one, _ in
      let bare = try await one.database.read { connection in
        try connection.all(
          """
          SELECT c.relname FROM pg_class c
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
            AND c.relname <> 'migration'
            AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND (c.relispartition OR EXISTS (
              SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid
                AND pg_get_expr(p.polqual, c.oid) LIKE '%user_id = %cairn_user()%'
                AND pg_get_expr(p.polwithcheck, c.oid) LIKE '%user_id = %cairn_user()%')))
          """
        ) { try $0.text(0) }
      }
      #expect(bare == [])
    }
  }

  @Test func `has policies of two kinds, for own rows and for what is public`() async throws {
    try await withTwoLogs { one, _ in
      let others = try await one.database.read { connection in
        try connection.all(
          """
          SELECT c.relname || '.' || p.polname FROM pg_policy p
          JOIN pg_class c ON c.oid = p.polrelid
          WHERE c.relnamespace = 'public'::regnamespace AND NOT CASE p.polname
            WHEN 'own' THEN p.polcmd = '*'
              AND pg_get_expr(p.polqual, c.oid) = '(user_id = cairn_user())'
              AND pg_get_expr(p.polwithcheck, c.oid) = '(user_id = cairn_user())'
              AND ARRAY(SELECT pg_get_userbyid(role) FROM unnest(p.polroles) AS role ORDER BY 1)
                = ARRAY['cairn_app'::name, pg_get_userbyid(c.relowner)]
            WHEN 'shown' THEN p.polcmd = 'r' AND p.polwithcheck IS NULL
              AND pg_get_expr(p.polqual, c.oid) LIKE '((user_id = cairn_shown()) AND %'
              AND p.polroles = ARRAY['cairn_reader'::regrole::oid]
            ELSE false END
          """
        ) { try $0.text(0) }
      }
      #expect(others == [])
    }
  }

  @Test func `lets the role that serves reach no partition and own no table`() async throws {
    try await withTwoLogs { one, _ in
      let reached = try await one.database.read { connection in
        try connection.all(
          """
          SELECT relname FROM pg_class
          WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
            AND (pg_get_userbyid(relowner) = current_user
              OR (relispartition AND has_table_privilege(oid, 'SELECT')))
          """
        ) { try $0.text(0) }
      }
      #expect(reached == [])
    }
  }

  @Test func `leads every key and every index with the account`() async throws {
    try await withTwoLogs { one, _ in
      let others = try await one.database.read { connection in
        try connection.all(
          """
          SELECT i.indexrelid::regclass::text FROM pg_index i
          JOIN pg_class c ON c.oid = i.indrelid
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
          WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> 'migration'
            AND a.attname <> 'user_id'
          """
        ) { try $0.text(0) }
      }
      #expect(others == [])
    }
  }

  @Test func `counts no account, so that no plan is made for small logs`() async throws {
    try await withTwoLogs { one, _ in
      let counted = try await one.database.read { connection in
        try connection.all(
          """
          SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
            AND a.attname = 'user_id' AND a.attstattarget IS DISTINCT FROM 0
          """
        ) { try $0.text(0) }
      }
      #expect(counted == [])
    }
  }

  @Test func `shows nothing of another's, and lets nothing be written as them`() async throws {
    try await withTwoLogs { one, other in
      _ = try await Scenario(one).add("Dune")
      let seen = try await other.database.read { connection in
        try connection.first("SELECT count(*) FROM record") { try $0.integer(0) }
      }
      #expect(seen == 0)
      let mine = try await one.database.read { connection in
        try connection.first("SELECT user_id FROM record LIMIT 1") { try $0.value(0) }
      }
      let error = await #expect(throws: StorageError.self) {
        try await other.database.write { connection in
          try connection.run(
            "INSERT INTO setting (user_id, name, value) VALUES (\(mine), 'x', 'y')"
          )
        }
      }
      #expect(error?.code == .readOnly)
    }
  }

  @Test func `shows no account to a log`() async throws {
    try await withTwoLogs { one, _ in
      try await Accounts.prepare(PostgresServer.scratch().household)
      let count = try await one.database.read { connection in
        try connection.first("SELECT count(*) FROM household.account") { try $0.integer(0) }
      }
      #expect(count == 0)
    }
  }

  @Test(arguments: [
    ("postgres", "is, or may become, a superuser"), ("cairn_owner", "owns the tables"),
    ("cairn_member", "owns the tables"),
    ("cairn_maker", "makes roles"), ("cairn_copier", "copies the whole database"),
    ("cairn_filer", "copies the whole database or reaches the files"),
  ])
  func `refuses to serve as a role that sees past it`(role: String, why: String) async throws {
    try await withTwoLogs { _, _ in
      try await PostgresServer.scratch(as: "postgres").household.write { connection in
        try connection.script(
          """
          DO $$ BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cairn_member') THEN
              CREATE ROLE cairn_member LOGIN IN ROLE cairn_app, cairn_owner;
              CREATE ROLE cairn_maker LOGIN CREATEROLE IN ROLE cairn_app;
              CREATE ROLE cairn_copier LOGIN REPLICATION IN ROLE cairn_app;
              CREATE ROLE cairn_filer LOGIN IN ROLE cairn_app, pg_read_server_files;
            END IF;
          END $$
          """
        )
      }
      let server = try await PostgresServer.scratch(as: role)
      let error = await #expect(throws: StorageError.self) {
        try await server.requireHarmlessRole()
      }
      #expect(error?.message.contains("\(role) \(why)") == true)
      try await PostgresServer.scratch().requireHarmlessRole()
    }
  }

  @Test func `takes no table of strangers for one of a log`() async throws {
    let tables = try await PostgresServer.scratch(as: "postgres").tables
    await #expect(throws: CancellationError.self) {
      try await tables.write { connection in
        try connection.script("CREATE TABLE stranger (x int)")
        let names = try connection.all("SELECT cairn_tables()") { try $0.text(0) }
        #expect(names.contains("record") && !names.contains("stranger") && !names.contains("seal"))
        throw CancellationError()  // takes the table away
      }
    }
  }

  @Test func `lets no superuser make the tables`() async throws {
    let error = await #expect(throws: StorageError.self) {
      try await PostgresServer.scratch(as: "postgres").requireOwner()
    }
    #expect(error?.code == .powerfulRole)
    try await PostgresServer.scratch(as: "cairn_owner").requireOwner()
  }

  private func withTwoLogs(
    _ body: (ScratchLog, ScratchLog) async throws -> Void
  ) async throws {
    try await TestEngine.postgresql.scratchLog { one in
      try await TestEngine.postgresql.scratchLog(seed: 2) { other in try await body(one, other) }
    }
  }
}
