import Cairn
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// An account with an empty log, and two databases in which it may lie.
struct MovedLog: Sendable {
  let account: Identifier<Account>
  let accounts: Accounts
  let home: PostgresServer
  let west: PostgresServer
  private let environment: LogEnvironment

  init(isMade: Bool = true, with title: String? = nil) async throws {
    environment = LogEnvironment(
      clock: ManualClock(at: .scratchStart),
      seed: UInt64.random(in: 0...UInt64.max)
    )
    home = try await PostgresServer.scratch()
    west = try await home.scratchShard()
    accounts = try await Accounts.open(home.accountService, environment: environment)
    account = accounts.newID()
    let log = isMade ? try await open(in: home) : nil
    if let title { try await log?.add(title) }
  }

  /// How many transactions a move takes that nothing cuts off.
  func transactionsOfMove() async throws -> Int {
    let life = Life(.max)
    try await move(to: "west", life)
    return await Int.max - life.left
  }

  /// The log as a server has it open, which follows it.
  func open() async throws -> Log {
    let database = try await RelocatableDatabase {
      let shard = try await accounts.shard(of: account)
      return self.database(in: shard == nil ? home : west)
    }
    return try await Log.open(database, environment: environment)
  }

  /// The log in a database, as one has it open who does not follow it.
  func open(in server: PostgresServer) async throws -> Log {
    try await Log.open(database(in: server), environment: environment)
  }

  func database(in server: PostgresServer) -> PostgresDatabase {
    server.log(of: account.record.high, account.record.low)
  }

  func sealed(in server: PostgresServer) -> PostgresDatabase {
    server.sealedLog(of: account.record.high, account.record.low)
  }

  /// A move of the log, which spends a transaction of a life with each of its own.
  func logMove(
    _ life: any Spending = Life(.max),
    among servers: [String?: PostgresServer]? = nil
  ) async throws -> LogMigration {
    let servers = servers ?? [nil: home, "west": west]
    let directory = MortalDatabase(home.accountService, life)
    let mortal = servers.mapValues { MortalDatabase(sealed(in: $0), life) as any SQLDatabase }
    return LogMigration(
      of: account,
      in: try await Accounts.open(directory, environment: environment),
      among: mortal
    )
  }

  @discardableResult
  func move(
    to shard: String?,
    _ life: any Spending = Life(.max),
    among servers: [String?: PostgresServer]? = nil
  ) async throws -> Bool {
    try await logMove(life, among: servers).run(to: shard).isNew
  }

  /// All that a database has of the log but its timeline, table by table; empty where that is nothing.
  func rows(in server: PostgresServer) async throws -> String {
    try await sealed(in: server).read { connection in
      let tables = try connection.all("SELECT cairn_tables()") { try $0.text(0) }
      let lines = try tables.flatMap { table in
        try connection.all("SELECT cairn_rows(\(table), 0)") { try $0.text(0) }
      }
      return lines.map { $0.replacing(#/"(epoch|digest_count|digest_sum)": [^,}]*/#, with: "") }
        .joined(separator: "\n")
    }
  }

  /// Has the directory know of no move, as after a restore from before the first.
  func forgetPlace(touching shard: String? = nil) async throws {
    try await accounts.remove(account)
    try await accounts.place(account, in: nil)
    guard let shard else { return }
    _ = try await accounts.beginMove(of: account, touching: [shard])
  }

  /// All rows of the log in a database, and no seal.
  func copy(of server: PostgresServer) async throws -> [String: [String]] {
    try await sealed(in: server).read { connection in
      let tables = try connection.all("SELECT cairn_tables()") { try $0.text(0) }
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          (table, try connection.all("SELECT cairn_rows(\(table), 0)") { try $0.text(0) })
        }
      )
    }
  }

  /// Puts such rows in the place of those that are there, as a restore of the database does.
  func restore(_ rows: [String: [String]], in server: PostgresServer) async throws {
    try await sealed(in: server).write { connection in
      _ = try connection.first("SELECT cairn_forget()") { _ in }
      try connection.run("DELETE FROM migration_fence")
      for (table, lines) in rows {
        let list = "[" + lines.joined(separator: ",") + "]"
        _ = try connection.first("SELECT cairn_put(\(table), \(list))") { _ in }
      }
    }
  }

  /// The databases that take writes of the log.
  func openPlaces() async throws -> [String?] {
    var open: [String?] = []
    for (name, server) in [(nil, home), ("west", west)] {
      let isThere: Bool? = try? await database(in: server).read { connection in
        try connection.first("SELECT 1 FROM device") { _ in true }
      }
      if isThere == true { open.append(name) }
    }
    return open
  }

  /// Requires that the log is nowhere taken but where the directory says.
  func expectOnePlace(_ comment: Comment? = nil) async throws {
    let (open, shard) = (try await openPlaces(), try await accounts.shard(of: account))
    #expect(open == [] || open == [shard], comment)
  }
}

extension Log {
  func add(_ title: String) async throws {
    try await write("Add") { _ = try $0.add(NewBook(title: title), zone: "UTC") }
  }
}

/// What is asked before each transaction of a process, and told after it.
protocol Spending: Sendable {
  func spend() async throws
  func spent() async
}

extension Spending {
  func spent() async {}
}

/// How many transactions a process lives.
actor Life: Spending {
  private(set) var left: Int

  init(_ transactions: Int) { left = transactions }

  func spend() throws {
    guard left > 0 else { throw StorageError(.unreachable, "The process has ended.") }
    left -= 1
  }
}

/// A database as a process has it that ends.
struct MortalDatabase: SQLDatabase {
  private let database: PostgresDatabase
  private let life: any Spending

  init(_ database: PostgresDatabase, _ life: any Spending) {
    (self.database, self.life) = (database, life)
  }

  var dialect: SQLDialect { database.dialect }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await life.spend()
    let result = await outcome { try await database.read(body) }
    await life.spent()
    return try result.get()
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await life.spend()
    let result = await outcome { try await database.write(body) }
    await life.spent()
    return try result.get()
  }

  private func outcome<T>(_ body: () async throws -> T) async -> Result<T, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  func alter<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T { try await database.alter(body) }

  func changes() -> AsyncStream<Set<String>> { database.changes() }

  func close() async {}
}
