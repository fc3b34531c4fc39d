import CairnPostgres
import CairnSQL
import CairnTestKit
import Foundation
import Testing

/// Several reads on one snapshot.
@Suite struct `A snapshot` {
  @Test func `shows the state at its beginning`() async throws {
    try await withDatabase { database in
      let counts = try await database.snapshot { snapshot in
        let before = try await self.count(in: snapshot)
        try await Task.detached { try await self.add("a", to: database) }.value
        return [before, try await self.count(in: snapshot)]
      }
      #expect(counts == [0, 0])
      try await self.expect(1, in: database)
    }
  }

  @Test func `is one transaction for all of its reads`() async throws {
    try await withDatabase { database in
      let ids = try await database.snapshot { snapshot in
        [try await self.transaction(of: snapshot), try await self.transaction(of: snapshot)]
      }
      #expect(ids[0] == ids[1])
    }
  }

  @Test func `reads on the calling thread without a hop`() async throws {
    try await withOwnPool { database in
      let threads = try await database.snapshot { snapshot in
        let asking = Self.thread
        return [asking, try await snapshot.read { _ in Self.thread }, Self.thread]
      }
      #expect(Set(threads).count == 1)
    }
  }

  private static var thread: UInt { UInt(pthread_self()) }

  @Test func `blocks the executor's thread, including child tasks`() async throws {
    try await withOwnPool(connections: 2) { database in
      let isSame = try await database.onBlockingExecutor {
        try await self.expect(0, in: database)
        let own = try await Self.isRead(by: Self.thread, in: database)
        async let child = Self.isRead(by: Self.thread, in: database)
        return [own, try await child]
      }
      #expect(isSame == [true, true])
    }
  }

  private static func isRead(by thread: UInt, in database: any SQLDatabase) async throws -> Bool {
    try await database.read { _ in Self.thread == thread }
  }

  @Test func `works for more readers than executors`() async throws {
    try await withOwnPool { database in
      let counts = try await withThrowingTaskGroup { group in
        for _ in 0..<200 {
          group.addTask { try await database.snapshot { try await self.count(in: $0) } }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts == Array(repeating: 0, count: 200))
    }
  }

  private static let number: SQL = "SELECT count(*) FROM setting"

  @Test func `rejects writes`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot { try await self.add("a", to: $0) }
      }
      #expect(error?.code == .readOnly)
      try await self.expect(0, in: database)
    }
  }

  @Test func `leaves a usable connection after an error`() async throws {
    try await withDatabase { database in
      for _ in 0..<20 {
        await #expect(throws: StorageError.self) {
          try await database.snapshot { snapshot in
            try await snapshot.read { try $0.first("SELECT 1 / 0") { _ in } }
          }
        }
      }
      try await self.expect(0, in: database)
    }
  }

  @Test func `rethrows the closure's error and releases the connection`() async throws {
    try await withDatabase { database in
      for _ in 0..<20 {
        await #expect(throws: CancellationError.self) {
          try await database.snapshot { snapshot in
            _ = try await self.count(in: snapshot)
            throw CancellationError()
          }
        }
      }
      try await self.add("a", to: database)
      try await self.expect(1, in: database)
    }
  }

  /// The server ignores a cancel request between two statements, so each round cancels at another time.
  @Test func `stops reading whenever its task is cancelled`() async throws {
    try await withDatabase { database in
      for _ in 0..<20 {
        let (begun, note) = AsyncStream<Void>.makeStream()
        let task = Task {
          try await database.snapshot { snapshot in
            note.finish()
            return try await snapshot.read { try $0.first("SELECT pg_sleep(60)") { _ in } != nil }
          }
        }
        for await _ in begun {}
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
      }
      try await self.expect(0, in: database)
    }
  }

  @Test func `replaces a lost idle connection`() async throws {
    let server = try await PostgresServer.another(named: "still", connections: 1)
    let database = server.log(of: 4, UInt64.random(in: 0...UInt64.max))
    _ = try await count(in: database)
    _ = try await PostgresServer.scratch(as: "postgres").sharedTables.read { connection in
      try connection.first(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'still'"
      ) { _ in }
    }
    try await database.snapshot { try await self.expect(0, in: $0) }
    server.close()
  }

  @Test func `reads the current state after its end`() async throws {
    try await withDatabase { database in
      let snapshot = try await database.snapshot { $0 }
      try await self.add("a", to: database)
      try await self.expect(1, in: snapshot)
    }
  }

  private func add(_ name: String, to database: any SQLDatabase) async throws {
    try await database.write { connection in
      try connection.run("INSERT INTO setting (name, value) VALUES (\(name), 'b')")
    }
  }

  private func count(in database: any SQLDatabase) async throws -> Int64? {
    try await database.read { try $0.first(Self.number) { try $0.integer(0) } }
  }

  private func expect(
    _ number: Int64,
    in database: any SQLDatabase,
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await count(in: database)
    #expect(found == number, sourceLocation: place)
  }

  private func transaction(of database: any SQLDatabase) async throws -> String? {
    try await database.read { connection in
      try connection.first("SELECT pg_current_snapshot()::text || now()::text") { try $0.text(0) }
    }
  }
}
