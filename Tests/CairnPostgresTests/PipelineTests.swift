import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Synchronization
import Testing

/// Pipelined statements; their results are not awaited one by one.
@Suite struct `Pipelined statements` {
  @Test func `report the first error`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.write { connection in
          try connection.run("INSERT INTO setting (name, value) VALUES ('a', 'b')")
          try connection.run("INSERT INTO setting (name, value) VALUES ('a', 'b')")
          try connection.run("INSERT INTO setting (name, value) VALUES ('a', NULL)")
        }
      }
      #expect(error?.code == .unique)
      try await expect(0, in: database)
    }
  }

  @Test func `report an earlier error before the body's error`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.write { connection in
          try connection.run("INSERT INTO setting (name, value) VALUES ('a', NULL)")
          throw StorageError(.io, "Later.")
        }
      }
      #expect(error?.code == .notNull)
      try await expect(0, in: database)
    }
  }

  @Test func `report errors at the next wait`() async throws {
    try await withDatabase { database in
      try await database.write { connection in
        try connection.run("SAVEPOINT part")
        try connection.run("INSERT INTO setting (name, value) VALUES ('a', NULL)")
        #expect(throws: StorageError.self) { try connection.drain() }
        try connection.run("ROLLBACK TO part")
        try connection.run("INSERT INTO setting (name, value) VALUES ('b', 'c')")
        try connection.drain()
      }
      try await expect(1, in: database)
    }
  }

  /// A pooler assigns a server connection per transaction, and may do so while the next one still arrives.
  @Test(.timeLimit(.minutes(5)))
  func `of successive reads stay apart behind a pooler`() async throws {
    let server = try await PostgresServer.another(isPooled: true, connections: 8)
    defer { server.close() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for size in Array(repeating: [1, 50_000, 9_000, 300_000], count: 25).joined() {
            let text = String(repeating: "x", count: size)
            let length = try await server.sharedTables.read {
              try $0.first("SELECT length(\(text))") { try $0.integer(0) }
            }
            #expect(length == Int64(size))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `cannot write inside a read`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.read { connection in
          try connection.run("INSERT INTO setting (name, value) VALUES ('a', 'b')")
        }
      }
      #expect(error?.code == .readOnly)
    }
  }

  @Test func `return all results in order`() async throws {
    try await withDatabase { database in
      let count = 1_000
      try await database.write { connection in
        for number in 0..<count {
          try connection.run("INSERT INTO setting (name, value) VALUES (\("\(number)"), '')")
        }
        let found = try connection.first("SELECT count(*) FROM setting") { try $0.integer(0) }
        #expect(found == Int64(count))
      }
      try await expect(Int64(count), in: database)
    }
  }

  /// A plan for an empty table scans all of it, and uncommitted rows do not appear in its statistics.
  @Test func `do not scan a table that they fill sequentially`() async throws {
    try await withDatabase { database in
      let read = try await database.write { connection in
        try connection.run("CREATE TEMPORARY TABLE pile (id bigint PRIMARY KEY) ON COMMIT DROP")
        try connection.run("ANALYZE pile")
        for number in Int64(0)..<3_000 {
          try connection.run("INSERT INTO pile (id) VALUES (\(number))")
          _ = try connection.first("SELECT id FROM pile WHERE id = \(number)") { _ in true }
        }
        let query: SQL = "SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'pile'"
        return try connection.first(query) { try $0.integer(0) }
      }
      #expect(try #require(read) < 1_000_000)
    }
  }

  @Test func `are rolled back if the connection is lost before the commit`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.write { connection in
          try connection.run("INSERT INTO setting (name, value) VALUES ('a', 'b')")
          try connection.run("SELECT pg_terminate_backend(pg_backend_pid())")
          try connection.first("SELECT 1") { _ in }
        }
      }
      #expect(error?.code == .unreachable)
      try await expect(0, in: database)
    }
  }

  @Test(arguments: [(CutConnection.CommitTreatment.lostBefore, Int64(0)), (.lostAfter, 1)])
  func `have an unknown outcome if the connection is lost during the commit`(
    treatment: CutConnection.CommitTreatment,
    count: Int64
  ) async throws {
    try await withCut(treatment) { _, cut, database in
      let error = await #expect(throws: StorageError.self) { try await self.add(to: cut) }
      #expect(error?.code == .unknownCommit)
      try await expect(count, in: database)
    }
  }

  @Test func `publish no change before the commit is confirmed`() async throws {
    try await withCut(.held) { connection, cut, database in
      let isTold = Mutex(false)
      async let write: Void = {
        try await self.add(to: cut)
        isTold.withLock { $0 = true }
      }()
      for await _ in connection.answered {}
      try await expect(1, in: database)
      #expect(!isTold.withLock { $0 })
      connection.release()
      try await write
    }
  }

  private func add(to database: any SQLDatabase) async throws {
    try await database.write { connection in
      try connection.run("INSERT INTO setting (name, value) VALUES ('a', 'b')")
    }
  }

  private func expect(
    _ count: Int64,
    in database: any SQLDatabase,
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await database.read { connection in
      try connection.first("SELECT count(*) FROM setting") { try $0.integer(0) }
    }
    #expect(found == count, sourceLocation: place)
  }

  private func withDatabase(_ body: (any SQLDatabase) async throws -> Void) async throws {
    try await TestEngine.postgresql.scratchLog { try await body($0.database) }
  }

  /// Runs the body with a log on an intercepted connection, and the same log on a normal one.
  private func withCut(
    _ treatment: CutConnection.CommitTreatment,
    _ body: (CutConnection, any SQLDatabase, any SQLDatabase) async throws -> Void
  ) async throws {
    let address = try await PostgresServer.scratchAddress(of: "cairn_app")
    let folder = String(address.split(separator: " ")[0].dropFirst("host=".count))
    let connection = try CutConnection(treatment, to: folder)
    let cut = PostgresServer(address.replacing(folder, with: connection.folder))
    let id = (UInt64.random(in: 0...UInt64.max), UInt64(9))
    let direct = try await PostgresServer.scratch().log(of: id.0, id.1)
    _ = try await Log.open(
      direct,
      environment: LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 3)
    )
    try await body(connection, cut.log(of: id.0, id.1), direct)
    cut.close()
  }
}
