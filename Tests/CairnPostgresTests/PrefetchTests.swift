import CairnPostgres
import CairnSQL
import CairnTestKit
import Synchronization
import Testing

/// Snapshots with a prefetch plan.
@Suite struct `A prefetched snapshot` {
  private static let number: SQL = "SELECT count(*) FROM setting"
  private static let names: SQL = "SELECT name FROM setting ORDER BY name"
  /// Fails (division by zero) if there is exactly one setting.
  private static let fragile: SQL = "SELECT 1 / (1 - count(*)) FROM setting"
  private static let begun: SQL = "SELECT pg_current_snapshot()::text || now()::text"

  @Test func `has ended on the server before its results are read`() async throws {
    try await withDatabase { database in
      let routeKey = try await Self.used(to: [Self.number, Self.names], in: database)
      let found = try await database.snapshot(on: routeKey) { snapshot in
        let before = try await Self.number(in: snapshot)
        try await Task.detached { try await Self.add("a", to: database) }.value
        return (before, try await Self.names(in: snapshot), try await Self.number(in: snapshot))
      }
      #expect(found == (0, [], 0))
      try await Self.expect(1, in: database)
    }
  }

  /// A plan counts as complete only after this many identical snapshots.
  @Test(arguments: [(8, "idle in transaction"), (9, "idle")])
  func `holds no transaction open`(times: Int, expected: String) async throws {
    let name = "foresight\(times)"
    let server = try await PostgresServer.another(named: name, connections: 1)
    defer { server.close() }
    let log = server.log(of: 4, 2)
    let routeKey = try await Self.used(to: [Self.number], times, in: log)
    let state: SQL = "SELECT state FROM pg_stat_activity WHERE application_name = \(name)"
    let states = try await log.snapshot(on: routeKey) { snapshot in
      _ = try await Self.number(in: snapshot)
      return try await Task.detached {
        try await PostgresServer.scratch(as: "postgres").sharedTables.read { connection in
          try connection.all(state) { try $0.text(0) }
        }
      }.value
    }
    #expect(states == [expected])
  }

  /// The first queries run again, so that all results are of one snapshot.
  @Test(arguments: [false, true])
  func `restarts as an open transaction when it makes another query`(isSwallowed: Bool) async throws
  {
    try await withDatabase { database in
      let routeKey = try await Self.used(to: [Self.number], in: database)
      let laps = Mutex(0)
      for _ in 0..<2 {
        let ids = try await database.snapshot(on: routeKey) { snapshot in
          laps.withLock { $0 += 1 }
          _ = try await Self.number(in: snapshot)
          if isSwallowed { _ = try? await Self.names(in: snapshot) }
          return [try? await Self.begun(in: snapshot), try? await Self.begun(in: snapshot)]
        }
        #expect(ids[0] != nil && ids[0] == ids[1])
      }
      #expect(laps.withLock { $0 } == 3, "what was wrong once is not relied upon again")
      try await Self.expect(0, in: database)
    }
  }

  @Test func `rejects writes after it has ended on the server`() async throws {
    try await withDatabase { database in
      let routeKey = try await Self.used(to: [Self.number], in: database)
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot(on: routeKey) { snapshot in
          _ = try await Self.number(in: snapshot)
          try await snapshot.read { connection in
            try connection.run("INSERT INTO setting (name, value) VALUES ('a', 'b')")
            try connection.drain()
          }
        }
      }
      #expect(error?.code == .readOnly)
      try await Self.expect(0, in: database)
    }
  }

  /// The failing query may be one that this snapshot does not make; a new connection only notices later.
  @Test(arguments: [2, 10], [false, true])
  func `succeeds when only a prefetched query fails`(times: Int, isNew: Bool) async throws {
    let server = try await PostgresServer.another(named: "fragile", connections: 1)
    defer { server.close() }
    let log = server.log(of: 7, UInt64.random(in: 0...UInt64.max))
    let routeKey = try await Self.used(to: [Self.number, Self.fragile], times, in: log)
    try await Self.add("a", to: log)
    if isNew { server.close() }
    for _ in 0..<3 {
      let count = try await log.snapshot(on: routeKey) { snapshot in
        // The body ignores an error of its own.
        _ = try? await Self.begun(in: snapshot)
        return try await Self.number(in: snapshot)
      }
      #expect(count == 1)
    }
  }

  @Test(arguments: [2, 10])
  func `throws the error of its own query`(times: Int) async throws {
    try await withDatabase { database in
      let routeKey = try await Self.used(to: [Self.fragile], times, in: database)
      try await Self.add("a", to: database)
      for _ in 0..<3 {
        let error = await #expect(throws: StorageError.self) {
          try await database.snapshot(on: routeKey) { snapshot in
            try await snapshot.read { try $0.first(Self.fragile) { _ in } != nil }
          }
        }
        #expect(error?.message.contains("22012") == true)
      }
      try await Self.expect(1, in: database)
    }
  }

  @Test func `throws what the closure throws`() async throws {
    try await withDatabase { database in
      let routeKey = try await Self.used(to: [Self.number], in: database)
      await #expect(throws: CancellationError.self) {
        try await database.snapshot(on: routeKey) { snapshot in
          _ = try await Self.number(in: snapshot)
          throw CancellationError()
        }
      }
      try await Self.expect(0, in: database)
    }
  }

  @Test func `prefetches the common queries of the last two snapshots`() async throws {
    try await withDatabase { database in
      let routeKey = try await Self.used(to: [Self.number, Self.names], 2, in: database)
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot(on: routeKey) { snapshot in
          try await snapshot.read { try Self.expectAhead(Self.number, after: Self.begun, in: $0) }
        }
      }
      #expect(error?.code == .unreachable)
    }
  }

  private static func expectAhead(
    _ prefetched: SQL,
    after other: SQL,
    in connection: any SQLConnection
  ) throws {
    _ = try connection.first(other) { _ in }
    // Nothing can run on the connection after this.
    try? connection.run("SELECT pg_terminate_backend(pg_backend_pid())")
    #expect(throws: StorageError.self) { try connection.drain() }
    for _ in 0..<2 {
      let count = try connection.first(prefetched) { try $0.integer(0) }
      #expect(count == 0)
    }
    #expect(throws: StorageError.self) { try connection.first(other) { _ in } }
  }

  /// An id belongs to one log and is useless to another.
  @Test func `does not prefetch a query that names a record`() async throws {
    try await withDatabase { database in
      let id = SQLValue.uuid(1, 2)
      let query: SQL = "SELECT CAST(\(id) AS uuid)"
      let routeKey = try await Self.used(to: [Self.number, query], in: database)
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot(on: routeKey) { snapshot in
          try await snapshot.read { try Self.expectAhead(Self.number, after: query, in: $0) }
        }
      }
      #expect(error?.code == .unreachable)
    }
  }

  /// PostgreSQL distinguishes é as one code point from é as two, but Swift's `==` does not.
  @Test(arguments: [2, 10])
  func `does not reuse the result for a canonically equivalent text`(times: Int) async throws {
    try await withDatabase { database in
      let (one, two) = (Self.length("\u{E9}"), Self.length("e\u{301}"))
      let routeKey = try await Self.used(to: [one], times, in: database)
      let found = try await database.snapshot(on: routeKey) { snapshot in
        try await snapshot.read { [try Self.count(two, in: $0), try Self.count(one, in: $0)] }
      }
      #expect(found == [3, 2])
    }
  }

  private static func length(_ text: String) -> SQL { "SELECT octet_length(CAST(\(text) AS text))" }

  private static func count(_ query: SQL, in connection: any SQLConnection) throws -> Int64? {
    try connection.first(query) { try $0.integer(0) }
  }

  /// One account's queries may contain text of its log, even if another account has made other queries since.
  @Test(arguments: [1, 2, 3, 10])
  func `does not prefetch queries of only one other account`(times: Int) async throws {
    let server = try await PostgresServer.another(named: "words", connections: 1)
    defer { server.close() }
    let logs = (0..<4).map { _ in server.log(of: 8, UInt64.random(in: 0...UInt64.max)) }
    let routeKey = try await Self.used(to: [Self.names], 1, in: logs[3])
    for _ in 0..<times {
      try await logs[0].snapshot(on: routeKey) { snapshot in
        _ = try await Self.names(in: snapshot)
        _ = try await Self.number(in: snapshot)
      }
    }
    await #expect(throws: StorageError.self) {
      try await logs[1].snapshot(on: routeKey) { snapshot in
        try await snapshot.read { connection in
          _ = try connection.first(Self.begun) { _ in }
          try? connection.run("SELECT pg_terminate_backend(pg_backend_pid())")
          #expect(throws: StorageError.self) { try connection.drain() }
          #expect(throws: StorageError.self) { try Self.count(Self.number, in: connection) }
        }
      }
    }
    for log in logs.prefix(2) {
      try await log.snapshot(on: routeKey) { _ = try await Self.number(in: $0) }
    }
    await #expect(throws: StorageError.self) {
      try await logs[2].snapshot(on: routeKey) { snapshot in
        try await snapshot.read { try Self.expectAhead(Self.number, after: Self.begun, in: $0) }
      }
    }
  }

  @Test func `is not retried after a statement timeout`() async throws {
    try await withDatabase { database in
      let routeKey = try await Self.used(to: [Self.number], 2, in: database)
      let laps = Mutex(0)
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot(on: routeKey) { snapshot in
          laps.withLock { $0 += 1 }
          try await snapshot.read { connection in
            _ = try connection.first("SELECT set_config('statement_timeout', '1', true)") { _ in }
            _ = try connection.first("SELECT pg_sleep(60)") { _ in }
          }
          _ = try await Self.number(in: snapshot)
        }
      }
      #expect(error?.code == .interrupted)
      #expect(laps.withLock { $0 } == 1)
    }
  }

  @Test func `does not leak prefetched results to the next snapshot`() async throws {
    try await withOwnPool { database in
      for number in Int64(0)..<20 {
        let found = try await database.snapshot(on: "one") { try await Self.number(in: $0) }
        #expect(found == number)
        try await Self.add("\(number)", to: database)
      }
    }
  }

  /// With more occasions than the cache holds, old plans are evicted and learned again.
  @Test func `survives cache eviction`() async throws {
    try await withOwnPool { database in
      for number in 0..<600 {
        let found = try await database.snapshot(on: "\(number % 300)") { snapshot in
          try await Self.number(in: snapshot)
        }
        #expect(found == 0)
      }
    }
  }

  /// Makes the same queries several times and returns the occasion.
  private static func used(
    to queries: [SQL],
    _ times: Int = 10,
    in database: any SQLDatabase
  ) async throws -> String {
    let routeKey = "\(UInt64.random(in: 0...UInt64.max))"
    for _ in 0..<times {
      try await database.snapshot(on: routeKey) { snapshot in
        for query in queries { _ = try await snapshot.read { try $0.first(query) { _ in } } }
      }
    }
    return routeKey
  }

  @Test func `of one query returns its result`() async throws {
    try await withDatabase { database in
      try await Self.add("a", to: database)
      let found = try await database.pointRead(at: Self.names) {
        try Self.texts(Self.names, in: $0)
      }
      #expect(found == ["a"])
    }
  }

  @Test func `of one query falls back when it makes another`() async throws {
    try await withDatabase { database in
      let found = try await database.pointRead(at: Self.names) { connection in
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
