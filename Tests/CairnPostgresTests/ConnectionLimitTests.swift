import CairnPostgres
import CairnSQL
import CairnTestKit
import Testing

/// A connection pool at its limit, and the effect on other requests.
@Suite struct `A connection limit` {
  @Test func `of the role makes callers wait for existing connections`() async throws {
    try await withRole("few", "CREATE ROLE few LOGIN IN ROLE cairn_app CONNECTION LIMIT 2") {
      server in
      let database = server.log(of: 7, UInt64.random(in: 0...UInt64.max))
      // Both connections are open and in use before the counts start.
      let counts = try await Self.holding(2, of: database) {
        (0..<12).map { _ in Task.detached { try await Self.count(in: database) } }
      }
      for task in counts {
        let count = try await task.value
        #expect(count == 0)
      }
      for _ in 0..<5 {
        let count = try await Self.count(in: database)
        #expect(count == 0)
      }
    }
  }

  @Test func `is reported without any connection, and recovers`() async throws {
    try await withRole("fewest", "CREATE ROLE fewest LOGIN IN ROLE cairn_app CONNECTION LIMIT 0") {
      server in
      let database = server.log(of: 7, UInt64.random(in: 0...UInt64.max))
      let error = await #expect(throws: StorageError.self) { try await Self.count(in: database) }
      #expect(error?.code == .unreachable)
      try await administer("ALTER ROLE fewest CONNECTION LIMIT 1")
      let count = try await Self.count(in: database)
      #expect(count == 0)
    }
  }

  @Test func `is not exhausted by many writes to one log`() async throws {
    let (low, other) = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
    try await withServer { server in
      let busy = server.log(of: 0, low)
      try await withOwnPool { stranger in
        let writes = try await stranger.snapshot { snapshot in
          try await Self.lock(low, in: snapshot)
          let writes = (0..<8).map { Self.writing("\($0)", to: busy) }
          for _ in 0..<20 {
            let count = try await Task.detached {
              try await Self.count(in: server.log(of: 8, other))
            }.value
            #expect(count == 0)
          }
          return writes
        }
        for write in writes { try await write.value }
      }
      let count = try await Self.count(in: busy)
      #expect(count == 8)
    }
  }

  @Test func `skips a cancelled waiter`() async throws {
    try await withServer { server in
      let database = server.log(of: 9, UInt64.random(in: 0...UInt64.max))
      let writes = (0..<30).map { Self.writing("\($0)", to: database) }
      for write in writes[10..<20] { write.cancel() }
      var done: Int64 = 0
      for write in writes { if case .success = await write.result { done += 1 } }
      let count = try await Self.count(in: database)
      #expect(count == done && done >= 20)
    }
  }

  @Test func `reserves connections for reads while writes wait`() async throws {
    try await withServer { server in
      let lows = (0..<6).map { _ in UInt64.random(in: 0...UInt64.max) }
      try await withOwnPool { stranger in
        let writes = try await stranger.snapshot { snapshot in
          for low in lows { try await Self.lock(low, in: snapshot) }
          let writes = lows.map { Self.writing("a", to: server.log(of: 0, $0)) }
          for low in lows + lows {
            let count = try await Task.detached {
              try await Self.count(in: server.log(of: 0, low))
            }.value
            #expect(count == 0)
          }
          return writes
        }
        for write in writes { try await write.value }
      }
    }
  }

  @Test func `times out a waiter before it begins`() async throws {
    let low = UInt64.random(in: 0...UInt64.max)
    let server = try await PostgresServer.another(
      named: "brief",
      connections: 3,
      timeout: .milliseconds(20)
    )
    defer { server.close() }
    let database = server.log(of: 0, low)
    try await withOwnPool { stranger in
      let first = try await stranger.snapshot { snapshot in
        try await Self.lock(low, in: snapshot)
        let writes = (0..<2).map { Self.writing("\($0)", to: database) }
        let ended = await Self.firstToEnd(writes)
        #expect((ended as? StorageError)?.code == .overloaded)
        return writes
      }
      for write in first { _ = await write.result }
    }
    let count = try await Self.count(in: database)
    #expect(count == 1)
  }

  /// Returns the error of the first task to end.
  private static func firstToEnd(_ tasks: [Task<Void, any Error>]) async -> (any Error)? {
    let (ends, end) = AsyncStream.makeStream(of: (any Error)?.self)
    for task in tasks {
      Task.detached {
        if case .failure(let error) = await task.result { end.yield(error) } else { end.yield(nil) }
      }
    }
    return await ends.first { _ in true } ?? nil
  }

  private static func writing(
    _ name: String,
    to database: any SQLDatabase
  ) -> Task<Void, any Error> {
    Task.detached {
      try await database.write { connection in
        try connection.run("INSERT INTO setting (name, value) VALUES (\(name), 'x')")
      }
    }
  }

  /// Takes the lock that serialises writes to the log, until the snapshot ends.
  private static func lock(_ low: UInt64, in snapshot: any SQLDatabase) async throws {
    _ = try await snapshot.read { connection in
      try connection.first("SELECT pg_advisory_xact_lock(\(Int64(bitPattern: low)))") { _ in }
    }
  }

  /// Runs the body while that many snapshots are open.
  private static func holding<T: Sendable>(
    _ number: Int,
    of database: any SQLDatabase,
    _ body: @escaping @Sendable () -> T
  ) async throws -> T {
    guard number > 0 else { return body() }
    return try await database.snapshot { snapshot in
      _ = try await count(in: snapshot)
      return try await Task.detached { try await holding(number - 1, of: database, body) }.value
    }
  }

  /// Runs the body with a server role that may have fewer connections than the six of the pool.
  private func withRole(
    _ role: String,
    _ making: SQL,
    _ body: (PostgresServer) async throws -> Void
  ) async throws {
    try await administer(making)
    // A busy machine may take longer than the default.
    let server = PostgresServer(
      try await PostgresServer.scratchAddress(of: role),
      connections: 6,
      timeout: .seconds(1_800)
    )
    defer { server.close() }
    try await body(server)
  }

  private func withServer(_ body: (PostgresServer) async throws -> Void) async throws {
    let server = try await PostgresServer.another(named: "short", connections: 3)
    defer { server.close() }
    try await body(server)
  }

  private func administer(_ statement: SQL) async throws {
    try await PostgresServer.scratch(as: "postgres").sharedTables.write {
      try $0.script(statement)
    }
  }

  private static func count(in database: any SQLDatabase) async throws -> Int64? {
    try await database.read { connection in
      try connection.first("SELECT count(*) FROM setting") { try $0.integer(0) }
    }
  }
}
