import Cairn
import CairnAccounts
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Dispatch
import Synchronization
import Testing

/// Defects from a partial restore or a changed schema (docs/errors.md, `storage.schema_incomplete`).
@Suite(.serialized) struct `A database with an incomplete schema` {
  /// Each defect: the statement that causes it, a part of the error message, and the statement that repairs it.
  private static let flaws: [(SQL, String, SQL)] = [
    (
      "ALTER TABLE session DISABLE ROW LEVEL SECURITY", "is off for the table session,",
      "ALTER TABLE session ENABLE ROW LEVEL SECURITY"
    ),
    (
      "ALTER TABLE record_7 NO FORCE ROW LEVEL SECURITY", "is off for the table record_7,",
      "ALTER TABLE record_7 FORCE ROW LEVEL SECURITY"
    ),
    (
      "CREATE POLICY oops ON entry USING (true)", "the table entry has a policy “oops”",
      "DROP POLICY oops ON entry"
    ),
    (
      "ALTER POLICY account_rows ON setting USING (true)",
      "the table setting has a policy “account_rows”",
      "ALTER POLICY account_rows ON setting USING (user_id = cairn_user())"
    ),
    (
      "ALTER POLICY public_rows ON session TO PUBLIC",
      "the table session has a policy “public_rows”",
      "ALTER POLICY public_rows ON session TO cairn_reader"
    ),
    (
      "ALTER POLICY public_rows ON climbing USING (user_id = cairn_public_account() AND true)",
      "the table climbing has a policy “public_rows”",
      "ALTER POLICY public_rows ON climbing USING (user_id = cairn_public_account() AND is_private = 0)"
    ),
    (
      "CREATE POLICY public_rows ON record FOR SELECT TO cairn_reader USING (user_id = cairn_public_account() AND true)",
      "the table record has a policy “public_rows”", "DROP POLICY public_rows ON record"
    ),
    (
      "GRANT SELECT ON record TO cairn_reader", "reads all columns of record",
      "REVOKE SELECT ON record FROM cairn_reader"
    ),
    (
      "CREATE VIEW notes AS SELECT * FROM session; GRANT SELECT ON notes TO cairn_app",
      "the view notes shows rows past the policies", "DROP VIEW notes"
    ),
    (
      """
      CREATE VIEW notes AS SELECT id FROM accounts.account; CREATE VIEW more AS SELECT id FROM notes;
      GRANT SELECT (id) ON more TO cairn_app
      """,
      "the view more shows rows past the policies", "DROP VIEW more; DROP VIEW notes"
    ),
    (
      "CREATE MATERIALIZED VIEW notes AS SELECT * FROM session; GRANT SELECT ON notes TO cairn_app",
      "the view notes shows rows past the policies", "DROP MATERIALIZED VIEW notes"
    ),
    (
      "DROP POLICY account_rows ON sync", "the table sync lacks its policy",
      """
      CREATE POLICY account_rows ON sync TO cairn_app, CURRENT_USER
        USING (user_id = cairn_user()) WITH CHECK (user_id = cairn_user())
      """
    ),
    (
      "ALTER TABLE mutation DETACH PARTITION mutation_3",
      "the table mutation has 15 of its 16 partitions",
      """
      ALTER TABLE mutation ATTACH PARTITION mutation_3
        FOR VALUES WITH (MODULUS 16, REMAINDER 3)
      """
    ),
    (
      "REVOKE DELETE ON climb FROM cairn_app", "may not read and write the table climb",
      "GRANT DELETE ON climb TO cairn_app"
    ),
    (
      "ALTER TABLE accounts.credential DISABLE ROW LEVEL SECURITY",
      "is off for the table accounts.credential",
      "ALTER TABLE accounts.credential ENABLE ROW LEVEL SECURITY"
    ),
    (
      "CREATE POLICY oops ON accounts.account USING (true)",
      "the table accounts.account has a policy “oops”", "DROP POLICY oops ON accounts.account"
    ),
    (
      """
      ALTER POLICY shared ON accounts.webhook
        USING (coalesce(current_setting('cairn.user', true), '') = '')
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') = '')
      """,
      "the policy “shared” of the table accounts.webhook is not as",
      """
      ALTER POLICY shared ON accounts.webhook
        USING (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN owner = current_setting('cairn.person', true) THEN '' END)
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN owner = current_setting('cairn.person', true) THEN '' END)
      """
    ),
    (
      """
      ALTER POLICY shared ON accounts.connection
        USING (coalesce(current_setting('cairn.user', true), '') = '')
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') = '')
      """,
      "the policy “shared” of the table accounts.connection is not as",
      """
      ALTER POLICY shared ON accounts.connection
        USING (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN account::text = current_setting('cairn.person', true) THEN '' END)
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN account::text = current_setting('cairn.person', true) THEN '' END)
      """
    ),
    (
      """
      ALTER POLICY shared ON accounts.connected_file
        USING (coalesce(current_setting('cairn.user', true), '') = '')
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') = '')
      """,
      "the policy “shared” of the table accounts.connected_file is not as",
      """
      ALTER POLICY shared ON accounts.connected_file
        USING (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN EXISTS (SELECT FROM accounts.connection c WHERE c.id = connection) THEN '' END)
        WITH CHECK (coalesce(current_setting('cairn.user', true), '') =
          CASE WHEN EXISTS (SELECT FROM accounts.connection c WHERE c.id = connection) THEN '' END)
      """
    ),
    (
      "REVOKE EXECUTE ON FUNCTION accounts.webhook_owners() FROM cairn_app",
      "the function accounts.webhook_owners() is not as",
      "GRANT EXECUTE ON FUNCTION accounts.webhook_owners() TO cairn_app"
    ),
  ]

  @Test func `is not served, and the error names the defect`() async throws {
    let server = try await Self.prepared()
    defer { server.close() }
    for (flaw, words, remedy) in Self.flaws {
      try await server.requirePolicies()
      let told = try await Self.with(flaw, until: remedy, on: server) {
        await Self.refusal { try await server.requirePolicies() }
      }
      #expect(told?.contains(words) == true, "\(words): \(told ?? "")")
    }
  }

  @Test(
    arguments: [
      ("CREATE TABLE stranger (user_id uuid)", "DROP TABLE stranger"),
      ("CREATE TABLE before (LIKE record INCLUDING DEFAULTS)", "DROP TABLE before"),
      ("CREATE TABLE accounts.before (x int)", "DROP TABLE accounts.before"),
      (
        "CREATE TABLE spatial (x int); GRANT SELECT ON spatial TO PUBLIC",
        "DROP TABLE spatial"
      ),
      (
        """
        CREATE VIEW notes WITH (security_invoker = true) AS SELECT * FROM session;
        GRANT SELECT ON notes TO cairn_app
        """, "DROP VIEW notes"
      ),
    ] as [(SQL, SQL)]
  )
  func `may have other tables`(made: SQL, taken: SQL) async throws {
    let server = try await Self.prepared()
    defer { server.close() }
    try await Self.with(made, until: taken, on: server) { try await server.requirePolicies() }
  }

  @Test func `is detected for every table in each transaction of an account`() async throws {
    let server = try await Self.prepared()
    defer { server.close() }
    let left = try await server.tables.read { connection in
      try connection.all(
        """
        SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
          AND relnamespace = 'public'::regnamespace AND relname <> 'migration'
          AND position('(' || quote_literal(relname) || '::regclass)' IN
            pg_get_functiondef('cairn_row_security_active()'::regprocedure)) = 0
        """
      ) { try $0.text(0) }
    }
    #expect(left == [])
  }

  @Test func `is not waited for while a table is locked`() async throws {
    let (server, other) = (try await Self.prepared(), try await Self.prepared())
    defer { for server in [server, other] { server.close() } }
    try await other.tables.write { connection in
      try connection.script("LOCK TABLE quarantine IN ACCESS EXCLUSIVE MODE")
      let done = DispatchSemaphore(value: 0)
      let code = Mutex<StorageError.Code?>(nil)
      Task.detached {
        do { try await server.requirePolicies() } catch let error as StorageError {
          code.withLock { $0 = error.code }
        }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 60) == .success)
      #expect(code.withLock { $0 } == .busy)
    }
  }

  @Test func `does not block queries of other tables while one is locked`() async throws {
    let (server, other) = (try await Self.prepared(), try await Self.prepared())
    defer { for server in [server, other] { server.close() } }
    try await server.requirePolicies()
    server.close()
    try await other.tables.write { connection in
      try connection.script("LOCK TABLE quarantine IN ACCESS EXCLUSIVE MODE")
      let done = DispatchSemaphore(value: 0)
      let counts = Mutex<[Int64]>([])
      Task.detached {
        defer { done.signal() }
        for _ in 0..<3 {
          let count = try await server.tables.read {
            try $0.first("SELECT count(*) FROM migration") { try $0.integer(0) }
          }
          counts.withLock { $0.append(count ?? 0) }
        }
      }
      #expect(done.wait(timeout: .now() + 60) == .success)
      #expect(counts.withLock { $0.count { $0 > 0 } } == 3)
    }
  }

  /// Runs an operation while the schema has a defect.
  private static func with<Result>(
    _ flaw: SQL,
    until remedy: SQL,
    on server: PostgresServer,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try await server.tables.write { try $0.script(flaw) }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    try await server.tables.write { try $0.script(remedy) }
    return try result.get()
  }

  /// Returns the message of a `schemaIncomplete` error; nil for success or another error.
  private static func refusal(of body: () async throws -> Void) async -> String? {
    do { try await body() } catch let error as StorageError where error.code == .schemaIncomplete {
      return error.message
    } catch {}
    return nil
  }

  @Test func `without tables reports the searched schema`() async throws {
    let address = try await PostgresServer.scratchAddress(of: "cairn_app")
    let server = PostgresServer("\(address) options='-c search_path=nowhere'", connections: 1)
    defer { server.close() }
    let error = await #expect(throws: StorageError.self) { try await server.requirePolicies() }
    #expect(error?.code == .notPrepared)
    #expect(error?.message.contains("the role cairn_app (search_path)") == true)
  }

  /// A server keeps running while its database is dropped and restored without its policies.
  @Test(arguments: ["entry", "work", "record"])
  func `returns no row to a running server`(table: String) async throws {
    let owner = try await Self.prepared()
    let server = try await Self.serving()
    defer { for server in [owner, server] { server.close() } }
    let count: @Sendable (any SQLConnection) throws -> Int64? = { connection in
      try connection.first("SELECT count(*) FROM record") { try $0.integer(0) }
    }
    let (log, shown) = (server.log(of: 4, 4), server.publicLog(of: 4, 4))
    #expect(try await log.read(count) == 0)
    try await owner.tables.write { try Self.turn(table, "DISABLE", $0) }
    for side in [log, shown, server.publicLogs] {
      #expect(await Self.refusal { _ = try await side.read(count) } != nil)
    }
    #expect(await Self.refusal { _ = try await log.write(count) } != nil)
    try await owner.tables.write { try Self.turn(table, "ENABLE", $0) }
    #expect(try await log.read(count) == 0)
  }

  /// Other requests are using connections that passed the check earlier.
  @Test func `is reported on each new connection`() async throws {
    let (owner, server) = (try await Self.prepared(), try await Self.serving())
    defer { for server in [owner, server] { server.close() } }
    let told = try await server.sharedTables.snapshot { database in
      try await database.read { _ = try $0.first("SELECT 1") { _ in } }
      // A detached task, because a task that holds a connection must not wait for another.
      return try await Task.detached { try await Self.serverError(server, owner) }.value
    }
    #expect(told?.contains("accounts.credential") == true)
    try await server.sharedTables.read { _ in }
  }

  /// Returns the error of a server that opens a connection while the credentials table lacks its policy.
  private static func serverError(
    _ server: PostgresServer,
    _ owner: PostgresServer
  ) async throws -> String? {
    try await Self.with(
      "ALTER TABLE accounts.credential DISABLE ROW LEVEL SECURITY",
      until: "ALTER TABLE accounts.credential ENABLE ROW LEVEL SECURITY",
      on: owner
    ) {
      await refusal { try await server.sharedTables.read { _ in } }
    }
  }

  private static func turn(
    _ table: String,
    _ word: String,
    _ connection: any SQLConnection
  ) throws {
    let change = "ALTER TABLE \(table) \(word) ROW LEVEL SECURITY"
    try connection.script("CREATE PROCEDURE turn(text) LANGUAGE plpgsql AS 'BEGIN EXECUTE $1; END'")
    try connection.run("CALL turn(\(change))")
    try connection.script("DROP PROCEDURE turn(text)")
  }

  /// Returns the same database as a serving process connects to it.
  private static func serving() async throws -> PostgresServer {
    let server = PostgresServer(
      try await PostgresServer.scratchAddress(of: "cairn_app", database: "postgres"),
      connections: 3
    )
    try await server.requirePolicies()
    return server
  }

  /// Returns a prepared database of its own, connected as a superuser.
  private static func prepared() async throws -> PostgresServer {
    let address = try await PostgresServer.scratchAddress(of: "postgres", database: "postgres")
    let server = PostgresServer(address, owner: address, connections: 1)
    try await Log.prepare(server.tables)
    try await Accounts.prepare(server.sharedTables)
    return server
  }
}
