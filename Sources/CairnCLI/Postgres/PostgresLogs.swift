import Cairn
import CairnPostgres
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import CairnSync

/// The logs of accounts in PostgreSQL: the rows that the policies of its tables let each see.
struct PostgresLogs: LogProvider {
  let shards: Shards
  /// The directory that says which of the databases a log lies in.
  let accounts: Accounts
  /// Where files lie that an import or a copy needs for a while.
  let directory: DataDirectory
  let environment: LogEnvironment
  /// The database in which logs of new accounts are made.
  var newcomers: String?

  func make(_ id: Identifier<Account>) async throws {
    let server = try await translated { try await shards.server(newcomers) }
    if newcomers != nil { try await accounts.place(id, in: newcomers) }
    try await move(id).lift(in: newcomers)
    _ = try await Log.open(Self.log(id, server), environment: environment)
  }

  func open(_ id: Identifier<Account>) async throws -> any OpenLog {
    let database = try await database(of: id)
    let log = try await translated { try await opened(database) }
    return PostgresLog(log: log, directory: directory, environment: environment)
  }

  private func opened(_ database: RelocatableDatabase) async throws -> Log {
    if let log = try await Log.current(database, environment: environment) { return log }
    guard try await Self.isThere(database) else { throw CairnError.noLog }
    return try await Log.open(database, environment: environment)
  }

  func publicSessions(of id: Identifier<Account>) async throws -> PublicSessions? {
    PublicSessions(try await database(of: id) { $0.shown(of: id.record.high, id.record.low) })
  }

  /// Those whose database cannot be used are not among them.
  func showing(
    among ids: [Identifier<Account>]
  ) async throws -> Set<Identifier<Account>>? {
    let places = try await accounts.shards(of: ids)
    var found: Set<Identifier<Account>> = []
    for (name, ids) in Dictionary(grouping: ids, by: { places[$0] }) {
      do {
        let database = try await translated { try await shards.server(name).showing }
        found.formUnion(try await PublicSessions(database).showing(among: ids))
      } catch let error as CairnError where Self.absent.contains(error.code) { continue }
    }
    return found
  }

  private static let absent = [
    "storage.unreachable", "storage.no_shard", "storage.powerful_role", "storage.missing_role",
    "storage.one_database", "storage.not_whole", "storage.not_prepared", "storage.newer_log",
    "storage.other_tables", "storage.pooler",
  ]

  /// Where it lies is forgotten with its account: until then it can be removed again.
  func remove(_ id: Identifier<Account>) async throws { try await move(id).remove() }

  /// The tables beside the accounts are looked at: whole, and of this version.
  func requireReady() async throws {
    try await accounts.requireHere()
    try await shards.home.requirePolicies()
    try await Log.requireTables(in: shards.home.tables)
  }

  /// A move of a log among these databases.
  func move(_ id: Identifier<Account>) -> LogMigration {
    let databases = shards.all.mapValues { server -> any SQLDatabase in
      server.sealedLog(of: id.record.high, id.record.low)
    }
    return LogMigration(of: id, in: accounts, among: databases)
  }

  /// The id of the database of the accounts, whatever name leads to it.
  func databaseID() async throws -> String {
    try await translated { try await Log.databaseID(of: shards.home.tables) }
  }

  /// The log of an account past its seal, for a move alone.
  func sealed(_ id: Identifier<Account>) async throws -> Log {
    try await translated {
      let server = try await shards.server(try await accounts.shard(of: id))
      let database = server.sealedLog(of: id.record.high, id.record.low)
      guard try await Self.isThere(database) else { throw CairnError.noLog }
      return try await Log.open(database, environment: environment)
    }
  }

  /// The log of an account, or a side of it, which is followed when it is moved.
  private func database(
    of id: Identifier<Account>,
    _ side: @escaping @Sendable (PostgresServer) -> PostgresDatabase
  ) async throws -> RelocatableDatabase {
    try await translated {
      try await RelocatableDatabase { [shards, accounts] in
        side(try await shards.server(try await accounts.shard(of: id)))
      }
    }
  }

  private func database(of id: Identifier<Account>) async throws -> RelocatableDatabase {
    try await database(of: id) { Self.log(id, $0) }
  }

  private static func log(_ id: Identifier<Account>, _ server: PostgresServer) -> PostgresDatabase {
    server.log(of: id.record.high, id.record.low)
  }

  private static func isThere(_ database: any SQLDatabase) async throws -> Bool {
    try await database.read { try $0.first("SELECT 1 FROM device") { _ in true } ?? false }
  }
}

/// The log of an account in PostgreSQL while it is open.
struct PostgresLog: OpenLog {
  let log: Log
  let directory: DataDirectory
  let environment: LogEnvironment

  var folder: any LogFolder { PostgresFolder(directory: directory) }

  /// Never: the database has backups of its own (docs/operate-postgres.md).
  func backUp() async throws -> Bool { false }

  func copy() async throws -> [UInt8] {
    let temporaryFile = TemporaryFile(in: directory.path)
    let database = try await translated { try await SQLiteDatabase.open(path: temporaryFile.path) }
    let copy = try await Log.open(database, environment: environment)
    try await copy.fill(from: log)
    await copy.close()
    return try await Waiting.run { try AccountLogSize.bytes(of: temporaryFile.path) }
  }

  func restore(_ file: [UInt8]) async throws -> Int {
    throw CairnError(
      "account.restore_elsewhere",
      "A log in PostgreSQL is not restored from a file.",
      hint: "Import an export of it, or let whoever runs the server use `cairn admin migrate`."
    )
  }
}

/// Room for files for a while.
struct PostgresFolder: LogFolder {
  let directory: DataDirectory

  func newFile() async throws -> any ScopedFile {
    try await LogDirectory(directory: directory).newFile()
  }

  /// Nothing: the database has backups of its own.
  func backUp(at now: Instant) async throws {}

  func work<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await Waiting.run(work)
  }
}
