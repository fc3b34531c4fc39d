import Cairn
import CairnPostgres
import CairnSQL
import CairnSQLite
import CairnServer
import CairnStore
import CairnSync

/// The logs of accounts in PostgreSQL: the rows that the policies of its tables let each see.
struct PostgresLogs: AccountLogs {
  let server: PostgresServer
  /// Where files lie that an import or a copy needs for a while.
  let directory: DataDirectory
  let environment: LogEnvironment

  func make(_ id: Identifier<Account>) async throws {
    _ = try await Log.open(database(of: id), environment: environment)
  }

  func open(_ id: Identifier<Account>) async throws -> any AccountLog {
    let database = database(of: id)
    guard try await translated({ try await Self.isThere(database) }) else {
      throw CairnError(
        "storage.no_log",
        "The log of this account is gone from the database.",
        hint: "Restore the database from a backup, or remove the account."
      )
    }
    let log = try await Log.open(database, environment: environment)
    return PostgresLog(log: log, directory: directory, environment: environment)
  }

  func publicSessions(of id: Identifier<Account>) -> PublicSessions? {
    PublicSessions(server.shown(of: id.record.high, id.record.low))
  }

  func remove(_ id: Identifier<Account>) async throws {
    try await translated {
      try await database(of: id).write { _ = try $0.first("SELECT cairn_forget()") { _ in } }
    }
  }

  private func database(of id: Identifier<Account>) -> PostgresDatabase {
    server.log(of: id.record.high, id.record.low)
  }

  private static func isThere(_ database: PostgresDatabase) async throws -> Bool {
    try await database.read { try $0.first("SELECT 1 FROM device") { _ in true } ?? false }
  }
}

/// The log of an account in PostgreSQL while it is open.
struct PostgresLog: AccountLog {
  let log: Log
  let directory: DataDirectory
  let environment: LogEnvironment

  var folder: any LogFolder { PostgresFolder(directory: directory) }

  /// Never: the database has backups of its own (docs/operate-postgres.md).
  func backUp() async throws -> Bool { false }

  func copy() async throws -> [UInt8] {
    let draft = Draft(in: directory.path)
    let database = try await translated { try await SQLiteDatabase.open(path: draft.path) }
    let copy = try await Log.open(database, environment: environment)
    try await copy.fill(from: log)
    await copy.close()
    return try await Waiting.run { try ImportFile(draft.path) { _ in AccountLogSize.most }.bytes() }
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

  func newFile() async throws -> any KeptFile {
    try await LogPlace(directory: directory).newFile()
  }

  /// Nothing: the database has backups of its own.
  func backUp(at now: Instant) async throws {}

  func work<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await Waiting.run(work)
  }
}
