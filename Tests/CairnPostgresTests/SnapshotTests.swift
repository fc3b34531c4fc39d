import CairnPostgres
import CairnSQL
import CairnTestKit
import Foundation
import Testing

/// Reads that belong together.
@Suite struct `A snapshot` {
  @Test func `is what was there at its beginning`() async throws {
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

  @Test func `reads on the thread that asks, so that nothing is handed over`() async throws {
    try await withOwn { database in
      let threads = try await database.snapshot { snapshot in
        let asking = Self.thread
        return [asking, try await snapshot.read { _ in Self.thread }, Self.thread]
      }
      #expect(Set(threads).count == 1)
    }
  }

  private static var thread: UInt { UInt(pthread_self()) }

  @Test func `is waited for where its reader stays, child tasks and all`() async throws {
    try await withOwn(connections: 2) { database in
      let isSame = try await database.staying {
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

  @Test func `is there for more readers at once than can stay`() async throws {
    try await withOwn { database in
      let counts = try await withThrowingTaskGroup { group in
        for _ in 0..<200 {
          group.addTask { try await database.snapshot { try await self.count(in: $0) } }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts == Array(repeating: 0, count: 200))
    }
  }

  @Test func `has what is foreseen answered with what is read first`() async throws {
    try await withDatabase { database in
      try await self.add("a", to: database)
      let (foreseen, other) = (Self.setting("a"), Self.setting("b"))
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot { snapshot in
          await snapshot.foresee([foreseen, foreseen], isAll: false)
          try await snapshot.read { try self.expect(foreseen, after: other, in: $0) }
        }
      }
      #expect(error?.code == .unreachable)
    }
  }

  private func expect(
    _ foreseen: SQL,
    after other: SQL,
    in connection: any SQLConnection
  ) throws {
    _ = try connection.first(other) { _ in }
    // Nothing more comes of the connection.
    try? connection.run("SELECT pg_terminate_backend(pg_backend_pid())")
    #expect(throws: StorageError.self) { try connection.settle() }
    for _ in 0..<2 {
      let value = try connection.first(foreseen) { try $0.text(0) }
      #expect(value == "b")
    }
    #expect(throws: StorageError.self) { try connection.first(other) { _ in } }
  }

  @Test func `takes nothing that was foreseen for an answer where it was refused`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot { snapshot in
          _ = try await self.count(in: snapshot)
          await snapshot.foresee(["SELECT 1 / 0", Self.setting("a")], isAll: false)
          _ = try? await self.count(in: snapshot)
          return try await snapshot.read { try $0.first(Self.setting("a")) { _ in } != nil }
        }
      }
      #expect(error?.message.contains("aborted") == true)
      try await self.expect(0, in: database)
    }
  }

  @Test func `keeps what was foreseen from the next`() async throws {
    try await withOwn { database in
      for number in Int64(0)..<3 {
        let found = try await database.snapshot { snapshot in
          await snapshot.foresee([Self.number], isAll: false)
          return try await self.count(in: snapshot)
        }
        #expect(found == number)
        try await self.add("\(number)", to: database)
      }
      try await self.expect(3, in: database)
    }
  }

  private static let number: SQL = "SELECT count(*) FROM setting"

  private static func setting(_ name: String) -> SQL {
    "SELECT value FROM setting WHERE name = \(name)"
  }

  @Test func `is not written to`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot { try await self.add("a", to: $0) }
      }
      #expect(error?.code == .readOnly)
      try await self.expect(0, in: database)
    }
  }

  @Test func `leaves a connection that can be used when it fails`() async throws {
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

  @Test func `throws what the closure throws, and lets the connection go`() async throws {
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

  /// The server passes over what it is told between two statements, so each time comes at another moment.
  @Test func `stops what it reads whenever its task is cancelled`() async throws {
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

  @Test func `begins on another connection where the one that lay idle was lost`() async throws {
    let server = try await PostgresServer.another(named: "still", connections: 1)
    let database = server.log(of: 4, UInt64.random(in: 0...UInt64.max))
    _ = try await count(in: database)
    _ = try await PostgresServer.scratch(as: "postgres").household.read { connection in
      try connection.first(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'still'"
      ) { _ in }
    }
    try await database.snapshot { try await self.expect(0, in: $0) }
    server.close()
  }

  @Test func `that is over gives what is there now`() async throws {
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
