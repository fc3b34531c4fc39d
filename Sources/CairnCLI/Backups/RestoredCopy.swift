import Cairn
import CairnAccounts
import CairnSQL
import CairnSQLite
import CairnStore
import Glibc

/// A validated copy of a backup, ready to become the log.
struct RestoredCopy {
  /// The copy, still under a temporary name.
  let temporaryFile: TemporaryFile
  /// What is in it.
  let contents: RestoredLog

  /// Copies a backup into a folder, validates it, rebuilds derived tables, and assigns a new node.
  ///
  /// `isForeign` is for a file from the network: its schema must equal that of a log,
  /// because a trigger would run with each write. Throws `input.no_file`, or `input.not_a_log`
  /// if the file is not an intact log.
  init(
    of file: String,
    named name: String,
    in folder: String,
    isForeign: Bool = false,
    _ environment: LogEnvironment,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws {
    let temporaryFile = TemporaryFile(in: folder)
    try await Self.copy(file, named: name, to: temporaryFile.path, on: thread)
    contents = try await Self.translatingDamage(name) {
      let database = try await SQLiteDatabase.open(path: temporaryFile.path, on: thread)
      if isForeign { try await Self.refuseTriggers(in: database, name) }
      let damage = try await database.integrityCheck()
      guard damage.isEmpty else { throw Self.notALog("\(name) is damaged.").with(cause: damage[0]) }
      let log = try await Log.open(database, environment: environment)
      if isForeign { try await Self.checkSchema(of: database, name, folder, log) }
      guard try await log.hasSequenceNumbersLeft() else {
        throw Self.notALog("\(name) has change numbers that no log has.")
      }
      let report = try await log.checkProjections(repair: true)
      try await log.renewNode()
      return RestoredLog(records: report.records, unreadable: report.unreadable)
    }
    self.temporaryFile = temporaryFile
  }

  /// Raises the change numbers of the copy above those of the log it replaces.
  static func continueSequence(of log: Log, in copy: TemporaryFile, _ thread: SQLiteDatabase.Thread)
    async throws
  {
    let state = try await log.changes(since: nil).state
    let database = try await SQLiteDatabase.open(path: copy.path, on: thread)
    try await Log.open(database, environment: log.context.environment).continueSequence(
      after: state
    )
  }

  /// Copies a backup after checking its format.
  private static func copy(
    _ file: String,
    named name: String,
    to copy: String,
    on thread: SQLiteDatabase.Thread
  ) async throws {
    var status = stat()
    guard access(file, R_OK) == 0, stat(file, &status) == 0 else { throw Files.unreadable(name) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw notALog("The path “\(name)” is a directory, and a backup is a file.")
    }
    guard DatabaseFile(file).has(LogSchema.applicationID) else {
      throw notALog("\(name) is not a Cairn log.")
    }
    try await translatingDamage(name) {
      let backup = try await SQLiteDatabase.open(path: file, role: .untrusted, on: thread)
      try await backup.backup(to: copy)
    }
  }

  /// Refuses triggers and views, which a log never has; those of a hostile file would run on opening.
  private static func refuseTriggers(in database: SQLiteDatabase, _ name: String) async throws {
    guard try await database.schema().allSatisfy({ $0.hasPrefix("index") || $0.hasPrefix("table") })
    else { throw notALog("\(name) does not have the tables of a Cairn log.") }
  }

  private static func checkSchema(
    of database: SQLiteDatabase,
    _ name: String,
    _ folder: String,
    _ log: Log
  ) async throws {
    let fresh = TemporaryFile(in: folder)
    let other = try await SQLiteDatabase.open(path: fresh.path)
    _ = try await Log.open(other, environment: log.context.environment)
    guard try await database.schema() == other.schema() else {
      throw notALog("\(name) does not have the tables of a Cairn log.")
    }
  }

  /// Reports damage in a backup as damage of that file, not of the log.
  private static func translatingDamage<Result>(
    _ name: String,
    _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as StorageError where CairnError(error).code == "storage.damaged" {
      throw notALog("\(name) is not a Cairn log, or it is damaged.")
    } catch let error as CairnError where error.code == "storage.damaged" {
      throw notALog("\(name) is not a Cairn log, or it is damaged.")
    } catch let error as StorageError {
      throw CairnError(error)
    }
  }

  private static func notALog(_ message: String) -> CairnError {
    CairnError("input.not_a_log", message, hint: "Choose another backup. The log was not changed.")
  }
}
