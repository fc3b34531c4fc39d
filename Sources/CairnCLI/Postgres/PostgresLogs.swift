import Cairn
import CairnAccounts
import CairnPostgres
import CairnSQLite
import CairnStore
import CairnSync
import CairnTransfer

/// The logs of accounts in PostgreSQL, isolated by row-level security.
struct PostgresLogs: LogProvider {
  let server: PostgresServer
  let accounts: Accounts
  /// The directory for temporary files of imports and copies.
  let directory: DataDirectory
  let environment: LogEnvironment

  func make(_ id: Identifier<Account>) async throws {
    _ = try await Log.open(database(of: id), environment: environment)
  }

  func open(_ id: Identifier<Account>) async throws -> any OpenLog {
    let database = database(of: id)
    let log = try await translated { try await opened(database) }
    let size = PostgresLogSize(of: database, environment)
    return PostgresLog(log: log, size: size, directory: directory, environment: environment)
  }

  private func opened(_ database: PostgresDatabase) async throws -> Log {
    if let log = try await Log.current(database, environment: environment) { return log }
    guard try await Log.exists(in: database) else { throw CairnError.noLog }
    return try await Log.open(database, environment: environment)
  }

  func publicSessions(of id: Identifier<Account>) async throws -> PublicSessions? {
    PublicSessions(server.publicLog(of: id.record.high, id.record.low))
  }

  func showing(
    among ids: [Identifier<Account>]
  ) async throws -> Set<Identifier<Account>>? {
    try await PublicSessions(server.publicLogs).showing(among: ids)
  }

  func remove(_ id: Identifier<Account>) async throws {
    try await translated { try await Log.remove(from: database(of: id)) }
  }

  /// Checks that the tables are complete and of this version.
  func requireReady() async throws {
    try await accounts.requireNotMigratedAway()
    try await server.requirePolicies()
    try await Log.requireTables(in: server.tables)
  }

  /// Allows or refuses writes to a log; throws `storage.no_log`.
  func setWritable(_ isWritable: Bool, _ id: Identifier<Account>) async throws {
    try await translated { try await Log.setWritable(isWritable, in: database(of: id)) }
  }

  /// Returns the ID of the database, which is independent of its address.
  func databaseID() async throws -> String {
    try await translated { try await Log.databaseID(of: server.tables) }
  }

  private func database(of id: Identifier<Account>) -> PostgresDatabase {
    server.log(of: id.record.high, id.record.low)
  }
}

/// The open log of an account in PostgreSQL.
struct PostgresLog: OpenLog {
  let log: Log
  let size: PostgresLogSize
  let directory: DataDirectory
  let environment: LogEnvironment

  var folder: any LogFolder { PostgresFolder(directory: directory) }

  func diskBytes(measuring: Bool) async throws -> Int64 {
    measuring ? try await size.measured() : size.latest
  }

  /// Returns false: the database has its own backups (docs/operate-postgres.md).
  func backUp() async throws -> Bool { false }

  func copy() async throws -> any ScopedFile {
    let temporaryFile = TemporaryFile(in: directory.path)
    let database = try await translated { try await SQLiteDatabase.open(path: temporaryFile.path) }
    let copy = try await Log.open(database, environment: environment)
    try await copy.fill(from: log)
    await copy.close()
    return try await BlockingWork.run { try AccountLogSize.file(temporaryFile) }
  }

  func restore(_ file: [UInt8]) async throws -> RestoredLog {
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
