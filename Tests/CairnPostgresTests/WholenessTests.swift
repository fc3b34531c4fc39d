import Cairn
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// What a restore in part, or somebody who may change tables, can take away (docs/errors.md, `storage.not_whole`).
@Suite(.serialized) struct `A database that lacks what it was made with` {
  /// What is done to it, the words that name it, and what takes it back.
  private static let flaws: [(StaticString, String, StaticString)] = [
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
      "ALTER POLICY own ON setting USING (true)", "the table setting has a policy “own”",
      "ALTER POLICY own ON setting USING (user_id = cairn_user())"
    ),
    (
      "ALTER POLICY shown ON session TO PUBLIC", "the table session has a policy “shown”",
      "ALTER POLICY shown ON session TO cairn_reader"
    ),
    (
      "DROP POLICY own ON sync", "the table sync lacks its policy",
      "CREATE POLICY own ON sync USING (user_id = cairn_user()) WITH CHECK (user_id = cairn_user())"
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
      "ALTER TABLE household.pass DISABLE ROW LEVEL SECURITY",
      "is off for the table household.pass",
      "ALTER TABLE household.pass ENABLE ROW LEVEL SECURITY"
    ),
    (
      "CREATE POLICY oops ON household.account USING (true)",
      "the table household.account has a policy “oops”", "DROP POLICY oops ON household.account"
    ),
  ]

  @Test func `is not served, and is told what is missing`() async throws {
    let server = try await Self.prepared()
    defer { server.close() }
    for (flaw, words, remedy) in Self.flaws {
      try await server.requirePolicies()
      try await server.tables.write { try $0.script(flaw) }
      let error = await #expect(throws: StorageError.self) { try await server.requirePolicies() }
      let told = error?.message ?? ""
      #expect(error?.code == .notWhole && told.contains(words), "\(words): \(told)")
      try await server.tables.write { try $0.script(remedy) }
    }
    try await server.tables.write { try $0.script("CREATE TABLE stranger (user_id uuid)") }
    try await server.requirePolicies()
    try await server.tables.write { try $0.script("DROP TABLE stranger") }
  }

  @Test func `says where it looked for tables when there are none`() async throws {
    let address = try await PostgresServer.scratchAddress(of: "cairn_app")
    let server = PostgresServer("\(address) options='-c search_path=nowhere'", connections: 1)
    defer { server.close() }
    let error = await #expect(throws: StorageError.self) { try await server.requirePolicies() }
    #expect(error?.code == .notPrepared)
    #expect(error?.message.contains("the role cairn_app sees (search_path)") == true)
  }

  /// A server goes on while its database is dropped and comes back without its policies.
  @Test func `gives no row to a server that goes on`() async throws {
    let owner = try await Self.prepared()
    defer { owner.close() }
    let server = PostgresServer(
      try await PostgresServer.scratchAddress(of: "cairn_app", database: "postgres"),
      connections: 1
    )
    defer { server.close() }
    try await server.requirePolicies()
    let log = server.log(of: 4, 4)
    let count: @Sendable (any SQLConnection) throws -> Int64? = { connection in
      try connection.first("SELECT count(*) FROM record") { try $0.integer(0) }
    }
    #expect(try await log.read(count) == 0)
    try await owner.tables.write {
      try $0.script("ALTER TABLE record DISABLE ROW LEVEL SECURITY")
    }
    for _ in 0..<2 {
      let error = await #expect(throws: StorageError.self) { try await log.read(count) }
      #expect(error?.code == .notWhole)
      await #expect(throws: StorageError.self) { try await log.write { _ = try count($0) } }
      // Whoever connects anew is told before anything is read, also of what is nobody's.
      server.close()
      await #expect(throws: StorageError.self) { try await server.household.read { _ in } }
    }
    try await owner.tables.write {
      try $0.script("ALTER TABLE record ENABLE ROW LEVEL SECURITY")
    }
    #expect(try await log.read(count) == 0)
  }

  /// A prepared database of nobody else, as a superuser.
  private static func prepared() async throws -> PostgresServer {
    let address = try await PostgresServer.scratchAddress(of: "postgres", database: "postgres")
    let server = PostgresServer(address, owner: address, connections: 1)
    try await Log.prepare(server.tables)
    try await Accounts.prepare(server.household)
    return server
  }
}
