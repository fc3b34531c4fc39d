import CairnActions
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// Guarantees of the PostgreSQL engine beyond those that the store's tests cover.
@Suite struct `PostgreSQL` {
  @Test func `returns every value unchanged`() async throws {
    try await withDatabase { database in
      let row = try await database.read { connection in
        try connection.first(
          """
          SELECT \(Int64.min) + CAST(0 AS bigint), CAST(\("ä\u{1F9D7}") AS text), CAST(\(SQLValue.null) AS text) IS NULL,
            CAST(\(SQLValue.uuid(1, 2)) AS uuid), CAST(\([UInt8]()) AS bytea), sum(CAST(x AS bigint))
          FROM generate_series(1, 3) AS x
          """
        ) { row in try (0..<row.columnCount).map { try row.value($0) } }
      }
      #expect(
        row == [
          .integer(.min), .text("ä\u{1F9D7}"), .integer(1), .uuid(1, 2), .blob([]), .integer(6),
        ]
      )
    }
  }

  @Test(arguments: [
    ("0", 0), ("-1", -1), ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ("10000", 10_000), ("120000000", 120_000_000),
  ])
  func `reads sums of integers`(text: String, number: Int64) async throws {
    try await withDatabase { database in
      let found = try await database.read { connection in
        try connection.first("SELECT CAST(CAST(\(text) AS text) AS numeric)") { try $0.integer(0) }
      }
      #expect(found == number)
    }
  }

  @Test func `rejects a sum that does not fit a 64-bit integer`() async throws {
    try await withDatabase { database in
      for text in ["0.5", "9223372036854775808"] {
        await #expect(throws: StorageError.self) {
          try await database.read { connection in
            try connection.first("SELECT CAST(CAST(\(text) AS text) AS numeric)") {
              try $0.integer(0)
            }
          }
        }
      }
    }
  }

  @Test func `commits nothing after an error, even a caught one`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.write { connection in
          try connection.run("INSERT INTO setting (name, value) VALUES ('a', 'b')")
          _ = try? connection.count("INSERT INTO setting (name, value) VALUES ('a', 'b')")
        }
      }
      #expect(error?.code == .rolledBack)
      let count = try await database.read { connection in
        try connection.first("SELECT count(*) FROM setting") { try $0.integer(0) }
      }
      #expect(count == 0)
    }
  }

  @Test func `names the violated constraint but no value`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.write { connection in
          try connection.run("INSERT INTO setting (name, value) VALUES ('secret', 'b')")
          try connection.run("INSERT INTO setting (name, value) VALUES ('secret', 'b')")
        }
      }
      #expect(error?.code == .unique)
      #expect(error?.message.contains("secret") == false)
    }
  }

  @Test func `interrupts the statement of a cancelled task and keeps the connection usable`()
    async throws
  {
    try await withDatabase { database in
      let task = Task {
        try await database.read { connection in
          try connection.first("SELECT pg_sleep(600)") { _ in }
        }
      }
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
      let one = try await database.read { try $0.first("SELECT 1") { try $0.integer(0) } }
      #expect(one == 1)
    }
  }

  @Test func `replaces an idle connection that was closed`() async throws {
    let server = try await PostgresServer.another(named: "idle", connections: 1)
    let one: SQL = "SELECT 1"
    _ = try await server.sharedTables.read { try $0.first(one) { try $0.integer(0) } }
    try await PostgresServer.scratch(as: "postgres").sharedTables.read { connection in
      _ = try connection.first(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'idle'"
      ) { _ in }
    }
    #expect(try await server.sharedTables.write { try $0.first(one) { try $0.integer(0) } } == 1)
    server.close()
  }

  @Test func `does not quote an invalid address`() async throws {
    let addresses = ["postgresql://u:SECRET@[::1/db", "postgresql://u:SEC%zzRET@h/db"]
    for address in addresses {
      let error = await #expect(throws: StorageError.self) {
        try await PostgresServer(address).sharedTables.read { try $0.first("SELECT 1") { _ in } }
      }
      #expect(error?.code == .unreachable && error?.message.contains("SEC") == false)
      #expect(error?.cause.contains("SEC") == false)
    }
  }

  @Test func `serialises writes whatever the role's isolation level is`() async throws {
    let strict = try await PostgresServer(
      PostgresServer.scratchAddress(of: "cairn_app")
        + " options='-c default_transaction_isolation=repeatable\\\\ read'"
    )
    let account = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await strict.log(of: account.0, account.1).write { connection in
            try connection.run(
              """
              INSERT INTO setting (name, value) VALUES ('count', '1')
              ON CONFLICT (user_id, name) DO UPDATE SET value = (setting.value::int + 1)::text
              """
            )
          }
        }
      }
      try await group.waitForAll()
    }
    let count = try await strict.log(of: account.0, account.1).read { connection in
      try connection.first("SELECT value FROM setting") { try $0.text(0) }
    }
    #expect(count == "8")
    strict.close()
  }

  @Test func `reports an unreachable server`() async throws {
    let server = PostgresServer("host=/nowhere user=cairn_app dbname=cairn")
    let error = await #expect(throws: StorageError.self) {
      try await server.sharedTables.read { try $0.first("SELECT 1") { _ in } }
    }
    #expect(error?.code == .unreachable)
  }

  @Test func `numbers the changes of an account consecutively`() async throws {
    try await TestEngine.postgresql.scratchLog { scratch in
      let other = try await scratch.reopen()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          let log = number.isMultiple(of: 2) ? scratch.log : other.log
          group.addTask {
            _ = try await log.write("Add") {
              try AddBook(NewBook(title: "\(number)"), zone: "UTC").run(in: $0)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await scratch.log.books().count == 20)
    }
  }

  private func withDatabase(_ body: (any SQLDatabase) async throws -> Void) async throws {
    try await TestEngine.postgresql.scratchLog { try await body($0.database) }
  }
}
