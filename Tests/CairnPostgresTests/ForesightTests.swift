import CairnPostgres
import CairnSQL
import CairnTestKit
import Synchronization
import Testing

/// Reads that say beforehand what is all they ask.
@Suite struct `A snapshot of which all is foreseen` {
  private static let number: SQL = "SELECT count(*) FROM setting"
  private static let names: SQL = "SELECT name FROM setting ORDER BY name"
  private static let begun: SQL = "SELECT pg_current_snapshot()::text || now()::text"

  @Test func `is over for the server when its answers are looked at`() async throws {
    try await withDatabase { database in
      let found = try await database.snapshot { snapshot in
        await snapshot.foresee([Self.number, Self.names], isAll: true)
        let before = try await Self.number(in: snapshot)
        try await Task.detached { try await Self.add("a", to: database) }.value
        return (before, try await Self.names(in: snapshot), try await Self.number(in: snapshot))
      }
      #expect(found == (0, [], 0))
      try await Self.expect(1, in: database)
    }
  }

  @Test func `holds no transaction open`() async throws {
    let server = try await PostgresServer.another(named: "foresight", connections: 1)
    defer { server.close() }
    let state: SQL = "SELECT state FROM pg_stat_activity WHERE application_name = 'foresight'"
    let states = try await server.log(of: 4, 2).snapshot { snapshot in
      await snapshot.foresee([Self.number], isAll: true)
      _ = try await Self.number(in: snapshot)
      return try await Task.detached {
        try await PostgresServer.scratch(as: "postgres").household.read { connection in
          try connection.all(state) { try $0.text(0) }
        }
      }.value
    }
    #expect(states == ["idle"])
  }

  /// What was asked first is asked again then, so that all is of one moment.
  @Test(arguments: [false, true])
  func `begins anew and lasts where more is asked`(isSwallowed: Bool) async throws {
    try await withDatabase { database in
      let laps = Mutex(0)
      let ids = try await database.snapshot { snapshot in
        laps.withLock { $0 += 1 }
        await snapshot.foresee([Self.number], isAll: true)
        _ = try await Self.number(in: snapshot)
        if isSwallowed { _ = try? await Self.names(in: snapshot) }
        return [try? await Self.begun(in: snapshot), try? await Self.begun(in: snapshot)]
      }
      #expect(ids[0] != nil && ids[0] == ids[1])
      #expect(laps.withLock { $0 } == 2)
      try await Self.expect(0, in: database)
    }
  }

  @Test func `is not written to once it is over for the server`() async throws {
    try await withDatabase { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot { snapshot in
          await snapshot.foresee([Self.number], isAll: true)
          _ = try await Self.number(in: snapshot)
          try await snapshot.read { connection in
            try connection.run("INSERT INTO setting (name, value) VALUES ('a', 'b')")
            try connection.settle()
          }
        }
      }
      #expect(error?.code == .readOnly)
      try await Self.expect(0, in: database)
    }
  }

  @Test func `throws why an answer was refused, and leaves the connection usable`() async throws {
    try await withDatabase { database in
      for _ in 0..<20 {
        let error = await #expect(throws: StorageError.self) {
          try await database.snapshot { snapshot in
            await snapshot.foresee([Self.number, "SELECT 1 / 0"], isAll: true)
            return try await Self.number(in: snapshot)
          }
        }
        #expect(error?.message.contains("22012") == true)
      }
      try await Self.expect(0, in: database)
    }
  }

  @Test func `throws what the closure throws`() async throws {
    try await withDatabase { database in
      await #expect(throws: CancellationError.self) {
        try await database.snapshot { snapshot in
          await snapshot.foresee([Self.number], isAll: true)
          _ = try await Self.number(in: snapshot)
          throw CancellationError()
        }
      }
      try await Self.expect(0, in: database)
    }
  }

  @Test func `that has begun before lasts`() async throws {
    try await withDatabase { database in
      let counts = try await database.snapshot { snapshot in
        let before = try await Self.number(in: snapshot)
        await snapshot.foresee([Self.names], isAll: true)
        _ = try await Self.names(in: snapshot)
        try await Task.detached { try await Self.add("a", to: database) }.value
        return [before, try await Self.number(in: snapshot)]
      }
      #expect(counts == [0, 0])
    }
  }

  @Test func `of one query finds what that finds`() async throws {
    try await withDatabase { database in
      try await Self.add("a", to: database)
      let found = try await database.glance(at: Self.names) { try Self.texts(Self.names, in: $0) }
      #expect(found == ["a"])
    }
  }

  @Test func `of one query is read as others are where more is asked`() async throws {
    try await withDatabase { database in
      let found = try await database.glance(at: Self.names) { connection in
        _ = try Self.texts(Self.names, in: connection)
        return [Self.begun, Self.begun].map { try? Self.texts($0, in: connection) }
      }
      #expect(found[0] != nil && found[0] == found[1])
    }
  }

  private static func texts(_ query: SQL, in connection: any SQLConnection) throws -> [String] {
    try connection.all(query) { try $0.text(0) }
  }

  private static func names(in database: any SQLDatabase) async throws -> [String] {
    try await database.read { try texts(names, in: $0) }
  }

  private static func begun(in database: any SQLDatabase) async throws -> [String] {
    try await database.read { try texts(begun, in: $0) }
  }

  private static func number(in database: any SQLDatabase) async throws -> Int64? {
    try await database.read { try $0.first(number) { try $0.integer(0) } }
  }

  private static func expect(
    _ count: Int64,
    in database: any SQLDatabase,
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await number(in: database)
    #expect(found == count, sourceLocation: place)
  }

  private static func add(_ name: String, to database: any SQLDatabase) async throws {
    try await database.write { connection in
      try connection.run("INSERT INTO setting (name, value) VALUES (\(name), 'b')")
    }
  }
}
