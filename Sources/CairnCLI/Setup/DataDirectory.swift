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
  init(option: String?, variable: (String) -> String?) {
    if let option {
      (path, origin) = (option, "--data-dir")
    } else if let set = variable("CAIRN_DATA_DIR"), !set.isEmpty {
      (path, origin) = (set, "CAIRN_DATA_DIR")
    } else if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      (path, origin) = (data + "/cairn", "XDG_DATA_HOME")
    } else {
      (path, origin) = ((variable("HOME") ?? ".") + "/.local/share/cairn", "default")
    }
  }

  /// The log itself.
  var logFile: String { path + "/log.sqlite" }

  /// Where automatic and asked-for backups go.
  var backups: String { path + "/backups" }

  /// A file of 1 MiB that is given up on a full disk, so that a session can still be ended.
  private var reserve: String { path + "/reserve" }

  /// Bytes that are free where the log lies; nil when that cannot be told.
  var freeBytes: Int64? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    return Int64(clamping: disk.f_bavail) * Int64(clamping: disk.f_frsize)
  }

  /// Gives the reserve back to the disk; returns whether there was one.
  func releaseReserve() -> Bool { unlink(reserve) == 0 }

  /// Sets the reserve aside where there is plenty of room.
  ///
  /// Where there is not, as right after it was given up, it would take the room of the command
  /// that is run once more.
  private func keepReserve() {
    var (held, disk) = (stat(), statvfs())
    if stat(reserve, &held) == 0, held.st_size >= 1 << 20 { return }
    guard statvfs(path, &disk) == 0, disk.f_bavail * disk.f_frsize >= 16 << 20 else { return }
    let file = Glibc.open(reserve, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
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
    let database = try await open(on: thread)
    let copy = copyName(before: "upgrade", at: environment.now())
    let log = try await Log.open(database, environment: environment) {
      try Self.make(backups)
      try await database.backup(to: copy)
    }
    keepReserve()
    return log
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
  func open(on thread: SQLiteDatabase.Thread = .callers) async throws -> SQLiteDatabase {
    umask(0o077)
    do {
      return try await SQLiteDatabase.open(path: logFile, role: .device, on: thread)
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
    let above = above(path)
    try make(above)
    defer { sync(above) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw CairnError(
        "storage.no_directory",
        "The directory \(path) cannot be made: \(String(cString: strerror(errno))).",
        hint: "Choose another with --data-dir, or check the rights."
      )
    }
  }

  /// The directory that a path lies in.
  static func above(_ path: String) -> String {
    let slash = path.lastIndex(of: "/")
    return slash == path.startIndex ? "/" : slash.map { String(path[..<$0]) } ?? "."
  }

  /// Puts the names in a directory on the disk; where that is not possible they are as safe as
  /// they can be.
  static func sync(_ path: String) {
    let directory = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }
}
