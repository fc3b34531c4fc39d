import Cairn
import CairnActions
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

@testable import CairnPostgres
import CairnReports

/// Several processes on one database, each with its own connections.
@Suite struct `Servers on one database` {
  @Test func `receive each other's changes`() async throws {
    try await TestEngine.postgresql.scratchLog { _ in
      let (one, other) = (try await live(), try await live())
      let id = (UInt64.random(in: 0...UInt64.max), UInt64(1))
      let mine = one.log(of: id.0, id.1)
      var changes = mine.changes().makeAsyncIterator()
      let log = try await open(other.log(of: id.0, id.1))
      try await log.write("Add") { try AddBook(NewBook(title: "Dune"), zone: "UTC").run(in: $0) }
      while let tables = await changes.next(), !tables.contains("mutation") {}
      #expect(try await open(mine).books().count == 1)
      one.close()
      other.close()
    }
  }

  @Test func `receive changes after a reconnect`() async throws {
    try await TestEngine.postgresql.scratchLog { scratch in
      let server = try await live("loser")
      let mine = server.log(of: 7, UInt64.random(in: 0...UInt64.max))
      var changes = mine.changes().makeAsyncIterator()
      try await PostgresServer.scratch(as: "postgres").sharedTables.read { connection in
        _ = try connection.all(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'loser'
          """
        ) { try $0.integer(0) }
      }
      // Notifications may have been missed, so every table counts as changed.
      #expect(await changes.next()?.contains("record") == true)
      server.close()
    }
  }

  @Test func `exchange messages of other topics`() async throws {
    try await TestEngine.postgresql.scratchLog { _ in
      let (one, other) = (try await live(), try await live())
      let (lines, heard) = AsyncStream<String>.makeStream()
      one.receive("greeting") { heard.yield($0) }
      for number in 0..<1_000 { other.notify("greeting", "number \(number)") }
      var expected = (0..<1_000).map { "number \($0)" }[...]
      for await line in lines {
        #expect(line == expected.popFirst())
        if expected.isEmpty { break }
      }
      one.close()
      other.close()
    }
  }

  @Test func `forget hubs without subscribers`() {
    let neighbours = NotificationRouter()
    let listened = (0..<3_000).map { neighbours.hub(of: "\($0)") }
    for account in 3_000..<20_000 { _ = neighbours.hub(of: "\(account)") }
    #expect((3_000...6_000).contains(neighbours.count))
    for (account, hub) in listened.enumerated() {
      #expect(neighbours.hub(of: "\(account)") === hub)
    }
  }

  @Test func `share the database, except with an exclusive process`() async throws {
    try await TestEngine.postgresql.scratchLog { _ in
      let (one, other) = (try await live(in: "people8"), try await live(in: "people8"))
      one.close()
      let mover = try await PostgresServer.another(isLive: true, isExclusive: true, in: "people8")
      await refuses(mover)
      other.close()
      mover.close()
      let next = try await live(isExclusive: true, in: "people8")
      await refuses(try await PostgresServer.another(isLive: true, in: "people8"))
      next.close()
      try await live(in: "people8").close()
    }
  }

  private func refuses(_ server: PostgresServer) async {
    let error = await #expect(throws: StorageError.self) { try await server.waitUntilLive() }
    #expect(error?.code == .inUse)
    server.close()
  }

  private func live(
    _ name: String = "another",
    isExclusive: Bool = false,
    in database: String = "cairn"
  ) async throws -> PostgresServer {
    let server = try await PostgresServer.another(
      isLive: true,
      isExclusive: isExclusive,
      in: database,
      named: name
    )
    try await server.waitUntilLive()
    return server
  }

  private func open(_ database: PostgresDatabase) async throws -> Log {
    try await Log.open(
      database,
      environment: LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 3)
    )
  }
}

@Suite struct `A transaction pooler` {
  /// Two server connections serve two hundred clients, so each connection is shared by many (F51).
  @Test func `isolates two hundred clients`() async throws {
    try await TestEngine.postgresql.scratchLog { _ in
      let pooled = try await PostgresServer.another(isPooled: true, connections: 200)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in 0..<200 {
          group.addTask { try await use(pooled, as: UInt64(client)) }
        }
        try await group.waitForAll()
      }
      pooled.close()
    }
  }

  @Test func `is detected at connect if it was not configured`() async throws {
    let address = try await PostgresServer.scratchPooledAddress
    let server = PostgresServer(address, connections: 1)
    defer { server.close() }
    let error = await #expect(throws: StorageError.self) {
      try await server.sharedTables.read { _ in }
    }
    #expect(error?.code == .undeclaredPooler)
  }

  private func use(_ server: PostgresServer, as client: UInt64) async throws {
    let id = UInt64.random(in: 0...UInt64.max)
    let log = try await Log.open(
      server.log(of: id, client),
      environment: LogEnvironment(clock: ManualClock(at: .scratchStart), seed: client)
    )
    for round in 0..<3 {
      try await log.write("Add") { log in
        try AddBook(NewBook(title: "\(client)-\(round)"), zone: "UTC").run(in: log)
      }
      let titles = try await log.books().map(\.title).sorted()
      #expect(titles == (0...round).map { "\(client)-\($0)" })
      let strangers = try await server.sharedTables.read { connection in
        try connection.first("SELECT count(*) FROM public.record") { try $0.integer(0) }
      }
      #expect(strangers == 0)
    }
  }
}
