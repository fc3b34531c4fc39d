import Cairn
import CairnPostgres
import CairnReports
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import CairnSync

/// The logs of accounts in PostgreSQL, isolated by row-level security.
struct PostgresLogs: LogProvider {
  let shards: Shards
  /// The directory that maps a log to its database.
  let accounts: Accounts
  /// The directory for temporary files of imports and copies.
  let directory: DataDirectory
  let environment: LogEnvironment
  /// The database for logs of new accounts.
  var newAccountShard: String?

  func make(_ id: Identifier<Account>) async throws {
    let server = try await translated { try await shards.server(newAccountShard) }
    if newAccountShard != nil { try await accounts.setLocation(of: id, in: newAccountShard) }
    try await move(id).lift(in: newAccountShard)
    _ = try await Log.open(Self.log(id, server), environment: environment)
  }

  func open(_ id: Identifier<Account>) async throws -> any OpenLog {
    let database = try await database(of: id)
    let log = try await translated { try await opened(database) }
    return PostgresLog(log: log, directory: directory, environment: environment)
  }

  private func opened(_ database: RelocatableDatabase) async throws -> Log {
    if let log = try await Log.current(database, environment: environment) { return log }
    guard try await Self.exists(database) else { throw CairnError.noLog }
    return try await Log.open(database, environment: environment)
  }

  func publicSessions(of id: Identifier<Account>) async throws -> PublicSessions? {
    PublicSessions(try await database(of: id) { $0.publicLog(of: id.record.high, id.record.low) })
  }

  /// Returns the accounts with public sessions, without those in unusable databases.
  func showing(
    among ids: [Identifier<Account>]
  ) async throws -> Set<Identifier<Account>>? {
    let places = try await accounts.shards(of: ids)
    var found: Set<Identifier<Account>> = []
    for (name, ids) in Dictionary(grouping: ids, by: { places[$0] }) {
      do {
        let database = try await translated { try await shards.server(name).publicLogs }
        found.formUnion(try await PublicSessions(database).showing(among: ids))
      } catch let error as CairnError where Self.absent.contains(error.code) { continue }
    }
    return found
  }

  private static let absent = [
    "storage.unreachable", "storage.unknown_shard", "storage.privileged_role",
    "storage.missing_role",
    "storage.duplicate_database", "storage.schema_incomplete", "storage.not_prepared",
    "storage.newer_log",
    "storage.foreign_tables", "storage.undeclared_pooler",
  ]

  /// The log's location is deleted with the account, so that a failed removal can be repeated.
  func remove(_ id: Identifier<Account>) async throws { try await move(id).remove() }

  /// Checks that the tables are complete and of this version.
  func requireReady() async throws {
    try await accounts.requireNotMigratedAway()
    try await shards.home.requirePolicies()
    try await Log.requireTables(in: shards.home.tables)
  }

  /// Returns the migration of a log among these databases.
  func move(_ id: Identifier<Account>) -> LogMigration {
    let databases = shards.all.mapValues { server -> any SQLDatabase in
      server.sealedLog(of: id.record.high, id.record.low)
    }
    return LogMigration(of: id, in: accounts, among: databases)
  }

  /// Returns the ID of the account database, which is independent of its address.
  func databaseID() async throws -> String {
    try await translated { try await Log.databaseID(of: shards.home.tables) }
  }

  /// Opens a sealed log, for a migration only.
  func sealed(_ id: Identifier<Account>) async throws -> Log {
    try await translated {
      let server = try await shards.server(try await accounts.shard(of: id))
      let database = server.sealedLog(of: id.record.high, id.record.low)
      guard try await Self.exists(database) else { throw CairnError.noLog }
      return try await Log.open(database, environment: environment)
    }
  }

  /// Returns a log, or one access scope of it, that follows a migration to another database.
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

  private static func exists(_ database: any SQLDatabase) async throws -> Bool {
    try await database.read { try $0.first("SELECT 1 FROM device") { _ in true } ?? false }
  }
}

/// The open log of an account in PostgreSQL.
struct PostgresLog: OpenLog {
  let log: Log
  let directory: DataDirectory
  let environment: LogEnvironment

  var folder: any LogFolder { PostgresFolder(directory: directory) }

  /// Returns false: the database has its own backups (docs/operate-postgres.md).
  func backUp() async throws -> Bool { false }

  func copy() async throws -> [UInt8] {
    let temporaryFile = TemporaryFile(in: directory.path)
    let database = try await translated { try await SQLiteDatabase.open(path: temporaryFile.path) }
    let copy = try await Log.open(database, environment: environment)
    try await copy.fill(from: log)
    await copy.close()
    return try await BlockingWork.run { try AccountLogSize.bytes(of: temporaryFile.path) }
  }

  func restore(_ file: [UInt8]) async throws -> Int {
    throw CairnError(
      "account.restore_unsupported",
      "A log in PostgreSQL cannot be restored from a file.",
      hint: "Import an export of it, or ask the server's operator to use `cairn admin migrate`."
    )
  }
}

/// The directory for temporary files.
struct PostgresFolder: LogFolder {
  let directory: DataDirectory

  func newFile() async throws -> any ScopedFile {
    try await LogDirectory(directory: directory).newFile()
  }

  /// Does nothing: the database has its own backups.
  func backUp(at now: Instant) async throws {}

  func work<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await BlockingWork.run(work)
  }
}
