import Cairn
import CairnSQL
import CairnSQLite
import CairnStore
import Glibc

/// The directory that holds the log and its backups.
struct DataDirectory: Sendable {
  /// Where it is.
  let path: String
  /// What decided that: an option, a variable, or the usual place.
  let origin: String

  /// `--data-dir`, else `CAIRN_DATA_DIR`, else `$XDG_DATA_HOME/cairn`, else
  /// `~/.local/share/cairn` (DESIGN.md, black-box contract).
  ///
  /// `~` is `HOME`, else the home that the system knows for the account, so that a service without
  /// `HOME` finds the same log. Throws `usage.data_dir` where there is none: the folder one happens
  /// to be in is no place for a log.
  init(
    option: String?,
    variable: (String) -> String?,
    accountHome: () -> String? = Self.accountHome
  ) throws(CairnError) {
    if let option {
      guard !option.isEmpty else { throw Self.noPlace("--data-dir is empty") }
      (path, origin) = (option, "--data-dir")
    } else if let set = variable("CAIRN_DATA_DIR"), !set.isEmpty {
      (path, origin) = (set, "CAIRN_DATA_DIR")
    } else if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      (path, origin) = (data + "/cairn", "XDG_DATA_HOME")
    } else {
      guard let home = Self.absolute(variable("HOME")) ?? Self.absolute(accountHome()) else {
        throw Self.noPlace("HOME is not set and this account has no home")
      }
      (path, origin) = (home + "/.local/share/cairn", "default")
    }
  }

  /// The home of this account in the system's own list.
  static func accountHome() -> String? {
    getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
  }

  private static func absolute(_ path: String?) -> String? {
    path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func noPlace(_ reason: String) -> CairnError {
    CairnError(
      "usage.data_dir",
      "There is no place for the log: \(reason).",
      hint: "Say where with --data-dir DIR, or set CAIRN_DATA_DIR or HOME."
    )
  }

  private init(_ path: String, _ origin: String) {
    (self.path, self.origin) = (path, origin)
  }

  /// Where a server keeps its accounts.
  var accountsFile: String { path + "/accounts.sqlite" }

  /// Where webhooks and what they are told are kept.
  var webhooksFile: String { path + "/webhooks.sqlite" }

  /// Where a server keeps the log of an account and its backups.
  func folder(of account: Identifier<Account>) -> DataDirectory {
    DataDirectory("\(path)/accounts/\(account.record.text)", origin)
  }

  /// The log itself.
  var logFile: String { path + "/log.sqlite" }

  /// Which server the log follows.
  var syncFile: String { path + "/sync.json" }

  /// Locked by the one program that syncs the log.
  var syncLock: String { path + "/sync.lock" }

  /// Locked by the one program that is about to sync the log.
  var soonLock: String { path + "/sync.soon" }

  /// Why the last run failed; there is none after one that did not.
  var syncTrouble: String { path + "/sync.failed" }

  /// Where automatic and asked-for backups go.
  var backups: String { path + "/backups" }

  /// The backups that are thinned out: those of no upgrade.
  var backupFolder: BackupFolder { BackupFolder(path: backups) }

  /// A file of 1 MiB that is given up on a full disk, so that a session can still be ended.
  private var reserve: String { path + "/reserve" }

  /// Bytes that are free where the log lies; nil when that cannot be told.
  var freeBytes: Int64? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    return Int64(clamping: disk.f_bavail) * Int64(clamping: disk.f_frsize)
  }

  /// What is wrong with who may write into it, in a sentence; nil where only its owner may.
  var openDoor: String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o022 != 0 else { return nil }
    return "Others may write into \(path), and so into every log there. Run `chmod go-w \(path)`."
  }

  /// Gives the reserve back to the disk; returns whether there was one.
  func releaseReserve() -> Bool { unlink(reserve) == 0 }

  /// Sets the reserve aside where there is plenty of room.
  ///
  /// Where there is not, as right after it was given up, it would take the room of the command
  /// that is run once more.
  private func keepReserve() {
    var (held, disk) = (stat(), statvfs())
    if lstat(reserve, &held) == 0, held.st_size >= 1 << 20 || held.st_mode & S_IFMT != S_IFREG {
      return
    }
    guard statvfs(path, &disk) == 0, disk.f_bavail * disk.f_frsize >= 16 << 20 else { return }
    guard disk.f_files == 0 || disk.f_favail >= 16 else { return }  // 0: files are not counted
    let file = Glibc.open(reserve, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    if posix_fallocate(file, 0, 1 << 20) != 0 { unlink(reserve) }
    close(file)
  }

  /// Opens the log, with the directory made for its owner alone when it is missing.
  ///
  /// A log of an older version is backed up before its tables change. Throws
  /// `storage.no_directory` and what ``Log/open(_:kinds:environment:prepare:)`` throws.
  func openLog(
    _ environment: LogEnvironment,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> Log {
    try Self.make(path)
    try await makeLog(environment)
    return try await openMadeLog(environment, on: thread)
  }

  /// Refuses the directory of a server with accounts, lest an empty log there is taken for theirs; throws
  /// `storage.accountService`.
  func requireOwnLog() throws(CairnError) {
    guard access(logFile, F_OK) != 0, access(accountsFile, F_OK) == 0 else { return }
    throw CairnError(
      "storage.household",
      "The directory \(path) is that of a server with accounts, and has no log of its own.",
      hint: "Logs of accounts lie in its folder accounts, copies in backups/logs. Name another "
        + "directory with --data-dir."
    )
  }

  /// Opens the log that is there; throws `storage.no_log` when there is none, or something else.
  func openMadeLog(
    _ environment: LogEnvironment,
    as role: SQLiteDatabase.Role = .device,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> Log {
    try await openMadeLogFile(environment, as: role, on: thread).log
  }

  /// Opens the log that is there, and gives the file with it; throws like ``openMadeLog``.
  func openMadeLogFile(
    _ environment: LogEnvironment,
    as role: SQLiteDatabase.Role = .device,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> (log: Log, database: SQLiteDatabase) {
    guard access(logFile, F_OK) == 0, Self.isLog(logFile) else { throw noLog() }
    let database = try await open(as: role, on: thread)
    let copy = copyName(before: "upgrade", at: environment.now())
    let log = try await Log.open(database, environment: environment, at: FileIdentity.of(logFile)) {
      try Self.make(backups)
      try await database.backup(to: copy)
    }
    if role == .device { keepReserve() }
    return (log, database)
  }

  /// Makes an empty log, where there is none, under another name before it gets its own.
  ///
  /// So a file of that name is always a whole log, wherever a process died; an empty one is a log
  /// that was lost.
  func makeLog(
    _ environment: LogEnvironment,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws {
    guard access(logFile, F_OK) != 0 else { return }
    let temporaryFile = TemporaryFile(in: path, alone: true)
    guard access(logFile, F_OK) != 0 else { return }
    guard access(logFile + "-journal", F_OK) != 0 else { throw noLog() }
    do {
      let database = try await SQLiteDatabase.open(path: temporaryFile.path, role: .device, on: thread)
      let place = FileIdentity.of(temporaryFile.path)
      _ = try await Log.open(database, environment: environment, at: place)
      try temporaryFile.publish(as: logFile)
    } catch let error as StorageError {
      throw CairnError(error)
    }
  }

  /// Whether a file is a log by its mark; one that cannot be read may be.
  ///
  /// Looks before SQLite does, which would prepare a foreign file for its own use.
  static func isLog(_ path: String) -> Bool {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var bytes = LogSchema.mark.bytes.map { _ in UInt8(0) }
    return pread(file, &bytes, bytes.count, LogSchema.mark.offset) == bytes.count
      && bytes == LogSchema.mark.bytes
  }

  /// What stands in the place of the log, in words.
  private func noLog() -> CairnError {
    var status = stat()
    let isThere = stat(logFile, &status) == 0
    let hasJournal = access(logFile + "-journal", F_OK) == 0
    let found = status.st_size == 0 ? "is empty" : "is no log of Cairn"
    let gone = hasJournal ? "is gone, and its journal is still there" : "is gone"
    let inTheWay = isThere ? "that file" : hasJournal ? "the journal" : nil
    return CairnError(
      "storage.no_log",
      "The file \(logFile) \(isThere ? found : gone).",
      hint: "Bring the log back with `cairn restore` and a backup."
        + (inTheWay.map { " To begin a new one, move \($0) away." } ?? "")
    )
  }

  /// Copies the log before something that `cairn undo` cannot take back; gives the path.
  ///
  /// Such copies stay until the person removes them.
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

  /// Opens the database of the log; the file is readable by its owner alone.
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

  /// What is wrong with the file of the log; empty when it is sound.
  func integrityCheck() async throws -> [String] {
    let database = try await open()
    return try await database.integrityCheck()
  }

  /// Makes a directory and those above it, there after a power cut; throws `storage.no_directory`.
  static func make(_ path: String) throws(CairnError) {
    var status = stat()
    if stat(path, &status) == 0 { return }
    let above = LockedDirectory.above(path)
    try make(above)
    defer { try? LockedDirectory.sync(above) }  // where that is not possible it is as safe as it can be
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw CairnError(
        "storage.no_directory",
        "The directory \(path) cannot be made: \(String(cString: strerror(errno))).",
        hint: "Choose another with --data-dir, or check the rights."
      )
    }
  }
}
