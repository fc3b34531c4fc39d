import Cairn
import CairnAccounts
import CairnSQL
import CairnSQLite
import CairnStore
import Glibc

/// The directory with the log and its backups.
struct DataDirectory: Sendable {
  let path: String
  /// The origin of the path: an option, a variable, or the default.
  let origin: String

  /// Resolves `--data-dir`, `CAIRN_DATA_DIR`, `$XDG_DATA_HOME/cairn` or `~/.local/share/cairn`, in this order.
  ///
  /// See DESIGN.md, black-box contract. `~` is `HOME`, else the home directory in the system's user
  /// database, so that a service without `HOME` finds the same log. Throws `usage.data_dir` if there is
  /// none, because the current directory is not a suitable default.
  init(
    option: String?,
    variable: (String) -> String?,
    accountHome: () -> String? = Self.accountHome
  ) throws(CairnError) {
    if let option {
      guard !option.isEmpty else { throw Self.noDirectory("--data-dir is empty") }
      (path, origin) = (option, "--data-dir")
    } else if let set = variable("CAIRN_DATA_DIR"), !set.isEmpty {
      (path, origin) = (set, "CAIRN_DATA_DIR")
    } else if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      (path, origin) = (data + "/cairn", "XDG_DATA_HOME")
    } else {
      guard let home = Self.absolute(variable("HOME")) ?? Self.absolute(accountHome()) else {
        throw Self.noDirectory("HOME is not set and this account has no home")
      }
      (path, origin) = (home + "/.local/share/cairn", "default")
    }
  }

  /// Returns the home directory of the current user in the system's user database.
  static func accountHome() -> String? {
    getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
  }

  private static func absolute(_ path: String?) -> String? {
    path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func noDirectory(_ reason: String) -> CairnError {
    CairnError(
      "usage.data_dir",
      "No location for the log: \(reason).",
      hint: "Set one with --data-dir DIR, CAIRN_DATA_DIR or HOME."
    )
  }

  private init(_ path: String, _ origin: String) {
    (self.path, self.origin) = (path, origin)
  }

  /// The database of a server's accounts.
  var accountsFile: String { path + "/accounts.sqlite" }

  /// The database of webhooks and their deliveries.
  var webhooksFile: String { path + "/webhooks.sqlite" }

  /// Returns the directory of an account's log and backups.
  func folder(of account: Identifier<Account>) -> DataDirectory {
    DataDirectory("\(path)/accounts/\(account.record.text)", origin)
  }

  /// The database of the log.
  var logFile: String { path + "/log.sqlite" }

  /// The sync server.
  var syncFile: String { path + "/sync.json" }

  /// The lock of the process that syncs the log.
  var syncLock: String { path + "/sync.lock" }

  /// The lock of the process that waits to sync the log.
  var pendingSyncLock: String { path + "/sync.soon" }

  /// The error of the last sync; missing after a success.
  var syncFailureFile: String { path + "/sync.failed" }

  /// The folder of the person's programs that run after a session changes.
  var hooks: String { path + "/hooks" }

  /// The folder of automatic and manual backups.
  var backups: String { path + "/backups" }

  /// The backups that are pruned; those from before an upgrade are kept.
  var backupFolder: BackupFolder { BackupFolder(path: backups) }

  /// A file of 1 MiB that is deleted on a full disk, so that a session can still be stopped.
  private var reserve: String { path + "/reserve" }

  /// The free bytes on the log's file system; nil if unknown.
  var freeBytes: Int64? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    return Int64(clamping: disk.f_bavail) * Int64(clamping: disk.f_frsize)
  }

  /// A warning about write permission for others; nil if only the owner can write.
  var permissionWarning: String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o022 != 0 else { return nil }
    return "Other users can write to \(path), and so to every log in it. Run `chmod go-w \(path)`."
  }

  /// Deletes the reserve; returns whether it existed.
  func releaseReserve() -> Bool { unlink(reserve) == 0 }

  /// Creates the reserve if there is plenty of free space.
  ///
  /// Right after a release there is not, and a new reserve would take the space that the repeated
  /// command needs.
  private func keepReserve() {
    var (held, disk) = (stat(), statvfs())
    if lstat(reserve, &held) == 0, held.st_size >= 1 << 20 || held.st_mode & S_IFMT != S_IFREG {
      return
    }
    guard statvfs(path, &disk) == 0, disk.f_bavail * disk.f_frsize >= 16 << 20 else { return }
    // 0: the file system does not count files
    guard disk.f_files == 0 || disk.f_favail >= 16 else { return }
    let file = Glibc.open(reserve, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    if posix_fallocate(file, 0, 1 << 20) != 0 { unlink(reserve) }
    close(file)
  }

  /// Opens the log; creates the directory with mode 0700 if it is missing.
  ///
  /// A log of an older version is backed up before its tables change. Throws
  /// `storage.no_directory` and what ``Log/open(_:environment:at:prepare:)`` throws.
  func openLog(
    _ environment: LogEnvironment,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> Log {
    try Self.make(path)
    try await makeLog(environment)
    let log = try await openExistingLog(environment, on: thread)
    keepReserve()
    return log
  }

  /// Whether this is the directory of a multi-user server without a log of its own.
  var isOfServer: Bool { access(logFile, F_OK) != 0 && access(accountsFile, F_OK) == 0 }

  /// Throws `storage.multi_user` in a multi-user directory, where a new empty log would be misleading.
  func requireOwnLog() throws(CairnError) {
    guard isOfServer else { return }
    throw CairnError(
      "storage.multi_user",
      "\(path) is the data directory of a multi-user server, and has no log of its own.",
      hint: "Logs of accounts are in its folder accounts, copies in backups/logs. Name another "
        + "directory with --data-dir."
    )
  }

  /// Opens an existing log; throws `storage.no_log` if there is none or a foreign file.
  func openExistingLog(
    _ environment: LogEnvironment,
    as role: SQLiteDatabase.Role = .device,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> Log {
    try await openExistingLogFile(environment, as: role, on: thread).log
  }

  /// Opens an existing log and returns its database too; throws like ``openExistingLog``.
  func openExistingLogFile(
    _ environment: LogEnvironment,
    as role: SQLiteDatabase.Role = .device,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> (log: Log, database: SQLiteDatabase) {
    let file = DatabaseFile(logFile)
    guard file.exists, file.has(LogSchema.applicationID) else { throw noLog() }
    let database = try await open(as: role, on: thread)
    let copy = copyName(before: "upgrade", at: environment.now())
    let log = try await Log.open(database, environment: environment, at: FileIdentity.of(logFile)) {
      try Self.make(backups)
      try await database.backup(to: copy)
    }
    return (log, database)
  }

  /// Creates an empty log if there is none; throws `storage.no_log` if only its journal exists.
  ///
  /// A log file is always complete, so an empty file means a lost log.
  func makeLog(
    _ environment: LogEnvironment,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws {
    do {
      try await DatabaseFile(logFile).create(on: thread) { database, identity in
        guard access(logFile + "-journal", F_OK) != 0 else { throw noLog() }
        _ = try await Log.open(database, environment: environment, at: identity)
      }
    } catch let error as StorageError {
      throw CairnError(error)
    }
  }

  /// Returns an error that describes the file in the log's place.
  private func noLog() -> CairnError {
    var status = stat()
    let exists = stat(logFile, &status) == 0
    let hasJournal = access(logFile + "-journal", F_OK) == 0
    let found = status.st_size == 0 ? "is empty" : "is not a Cairn log"
    let gone = hasJournal ? "is missing, but its journal exists" : "is missing"
    let blocker = exists ? "that file" : hasJournal ? "the journal" : nil
    return CairnError(
      "storage.no_log",
      "The file \(logFile) \(exists ? found : gone).",
      hint: "Restore a backup with `cairn restore`."
        + (blocker.map { " To start a new log, move \($0) away." } ?? "")
    )
  }

  /// Copies the log before an operation that `cairn undo` cannot revert; returns the path.
  ///
  /// These copies are never pruned.
  func backUp(before what: String, at now: Instant) async throws -> String {
    try Self.make(backups)
    var copy = copyName(before: what, at: now)
    var number = 2
    while access(copy, F_OK) == 0 {
      copy = copyName(before: "\(what)-\(number)", at: now)
      number += 1
    }
    do {
      try await open().backup(to: copy)
    } catch let error as StorageError {
      throw CairnError(error)
    }
    return copy
  }

  private func copyName(before what: String, at now: Instant) -> String {
    "\(backups)/before-\(what)-\(now.text).sqlite"
  }

  /// Opens the database of the log with mode 0600.
  func open(
    as role: SQLiteDatabase.Role = .device,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> SQLiteDatabase {
    umask(0o077)
    do {
      return try await SQLiteDatabase.open(path: logFile, role: role, on: thread)
    } catch let error as StorageError {
      throw CairnError(error)
    }
  }

  /// Returns the problems that SQLite finds in the file; empty if there is none.
  func integrityCheck() async throws -> [String] {
    let database = try await open()
    return try await database.integrityCheck()
  }

  /// Creates a directory and its parents durably; throws `storage.no_directory`.
  static func make(_ path: String) throws(CairnError) {
    var status = stat()
    if stat(path, &status) == 0 { return }
    let above = LockedDirectory.above(path)
    try make(above)
    defer { try? LockedDirectory.sync(above) }  // file systems that cannot sync a directory
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      let error = SystemError()
      throw CairnError(
        "storage.no_directory",
        "The directory \(path) cannot be created: \(error.reason).",
        hint: "Choose another with --data-dir, or check the permissions.",
        cause: error.cause
      )
    }
  }
}
