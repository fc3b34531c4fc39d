import Cairn
import CairnAccounts
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// The isolation of accounts.
///
/// `Tests/Postgres/isolation.sql` checks in the catalogue that every table has its policies.
@Suite struct `Row-level security` {
  @Test func `hides rows of other accounts and rejects writes to them`() async throws {
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

  @Test func `hides the accounts from transactions of a log`() async throws {
    try await withTwoLogs { one, _ in
      try await Accounts.prepare(PostgresServer.scratch().sharedTables)
      let count = try await one.database.read { connection in
        try connection.first("SELECT count(*) FROM accounts.account") { try $0.integer(0) }
      }
      #expect(count == 0)
    }
  }

  @Test func `hides every table of accounts from logs, by a policy`() async throws {
    let bare = try await PostgresServer.scratch().sharedTables.read { connection in
      try connection.all(
        """
        SELECT relname FROM pg_class
        WHERE relnamespace = 'accounts'::regnamespace AND relkind = 'r'
          AND relname <> 'migration' AND NOT (relrowsecurity AND EXISTS (
            SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'shared'))
        """
      ) { try $0.text(0) }
    }
    #expect(bare == [])
  }

  @Test(arguments: [
    ("postgres", "is or can become a superuser"), ("cairn_owner", "owns the tables"),
    ("cairn_member", "owns the tables"),
    ("cairn_maker", "can create roles"), ("cairn_copier", "can copy the whole database"),
    ("cairn_filer", "can copy the whole database or read server files"),
  ])
  func `rejects a role that bypasses it`(role: String, why: String) async throws {
    try await withTwoLogs { _, _ in
      try await PostgresServer.scratch(as: "postgres").sharedTables.write { connection in
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
        try await server.requireUnprivilegedRole()
      }
      #expect(error?.message.contains("\(role) \(why)") == true)
      try await PostgresServer.scratch().requireUnprivilegedRole()
    }
  }

  @Test func `ignores foreign tables`() async throws {
    let tables = try await PostgresServer.scratch(as: "postgres").tables
    await #expect(throws: CancellationError.self) {
      try await tables.write { connection in
        try connection.script("CREATE TABLE stranger (x int)")
        _ = try connection.first("SELECT cairn_delete_log()") { _ in }
        throw CancellationError()  // rolls the table back
      }
    }
  }

  @Test func `does not let a superuser create the tables`() async throws {
    let error = await #expect(throws: StorageError.self) {
      try await PostgresServer.scratch(as: "postgres").requireOwner()
    }
    #expect(error?.code == .privilegedRole)
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
