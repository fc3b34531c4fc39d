import Cairn
import CairnActions
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// An account with an empty log, and two databases that may hold it.
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
    accounts = try await Accounts.open(home.sharedTables, environment: environment)
    account = accounts.newID()
    let log = isMade ? try await open(in: home) : nil
    if let title { try await log?.add(title) }
  }

  /// Returns the number of transactions of a move that runs to its end.
  func transactionsOfMove() async throws -> Int {
    let budget = TransactionBudget(.max)
    try await move(to: "west", budget)
    return await Int.max - budget.left
  }

  /// Opens the log as a server does, which follows its moves.
  func open() async throws -> Log {
    let database = try await RelocatableDatabase {
      let shard = try await accounts.shard(of: account)
      return self.database(in: shard == nil ? home : west)
    }
    return try await Log.open(database, environment: environment)
  }

  /// Opens the log in one database, without following its moves.
  func open(in server: PostgresServer) async throws -> Log {
    try await Log.open(database(in: server), environment: environment)
  }

  func database(in server: PostgresServer) -> PostgresDatabase {
    server.log(of: account.record.high, account.record.low)
  }

  func sealed(in server: PostgresServer) -> PostgresDatabase {
    server.sealedLog(of: account.record.high, account.record.low)
  }

  /// Creates a move of the log; each of its transactions uses up one of `budget`.
  func logMove(
    _ budget: any TransactionHook = TransactionBudget(.max),
    among servers: [String?: PostgresServer]? = nil
  ) async throws -> LogMigration {
    let servers = servers ?? [nil: home, "west": west]
    let directory = KillableDatabase(home.sharedTables, budget)
    let mortal = servers.mapValues { KillableDatabase(sealed(in: $0), budget) as any SQLDatabase }
    return LogMigration(
      of: account,
      in: try await Accounts.open(directory, environment: environment),
      among: mortal
    )
  }

  @discardableResult
  func move(
    to shard: String?,
    _ budget: any TransactionHook = TransactionBudget(.max),
    among servers: [String?: PostgresServer]? = nil
  ) async throws -> Bool {
    try await logMove(budget, among: servers).run(to: shard).isNew
  }

  /// Returns all rows of the log in a database except its epoch, table by table; empty if there are none.
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

  /// Removes all moves from the directory, as a restore from before the first move does.
  func forgetMoves(touching shard: String? = nil) async throws {
    try await accounts.remove(account)
    try await accounts.setLocation(of: account, in: nil)
    guard let shard else { return }
    _ = try await accounts.startMigration(of: account, touching: [shard])
  }

  /// Returns all rows of the log in a database, without its seal.
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

  /// Replaces the rows of the log in a database, as a restore of the database does.
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

  /// Returns the databases that accept writes to the log.
  func writableShards() async throws -> [String?] {
    var open: [String?] = []
    for (name, server) in [(nil, home), ("west", west)] {
      let isThere: Bool? = try? await database(in: server).read { connection in
        try connection.first("SELECT 1 FROM device") { _ in true }
      }
      if isThere == true { open.append(name) }
    }
    return open
  }

  /// Expects that at most the database in the directory accepts writes to the log.
  func expectOneWritableShard(_ comment: Comment? = nil) async throws {
    let (open, shard) = (try await writableShards(), try await accounts.shard(of: account))
    #expect(open == [] || open == [shard], comment)
  }
}

extension Log {
  func add(_ title: String) async throws {
    try await write("Add") { _ = try $0.add(NewBook(title: title), zone: "UTC") }
  }
}

/// A hook before and after each transaction of a process.
protocol TransactionHook: Sendable {
  func beforeTransaction() async throws
  func afterTransaction() async
}

extension TransactionHook {
  func afterTransaction() async {}
}

/// The number of transactions that a process can still run before it dies.
actor TransactionBudget: TransactionHook {
  private(set) var left: Int

  init(_ transactions: Int) { left = transactions }

  func beforeTransaction() throws {
    guard left > 0 else { throw StorageError(.unreachable, "The process has ended.") }
    left -= 1
  }
}

/// The database of a process that may die before any transaction.
struct KillableDatabase: SQLDatabase {
  private let database: PostgresDatabase
  private let budget: any TransactionHook

  init(_ database: PostgresDatabase, _ budget: any TransactionHook) {
    (self.database, self.budget) = (database, budget)
  }

  var dialect: SQLDialect { database.dialect }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await budget.beforeTransaction()
    let result = await outcome { try await database.read(body) }
    await budget.afterTransaction()
    return try result.get()
  }

  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await budget.beforeTransaction()
    let result = await outcome { try await database.write(body) }
    await budget.afterTransaction()
    return try result.get()
  }

  private func outcome<T>(_ body: () async throws -> T) async -> Result<T, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  func writeSchema<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T { try await database.writeSchema(body) }

  func changes() -> AsyncStream<Set<String>> { database.changes() }

  func close() async {}
}
