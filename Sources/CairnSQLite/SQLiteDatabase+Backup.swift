import CSQLite
import CairnSQL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension SQLiteDatabase {
  /// Copies the whole database, as it is at one moment, to a file that can be opened as it is.
  ///
  /// The copy is made beside `path`, synced, checked and only then given its name, so `path` never
  /// holds half a backup; a file of that name is replaced. On a server writes go on meanwhile.
  /// Throws `cannotOpen`, `full`, `io`, or `corrupt` when the copy does not pass its check.
  public func backup(to path: String) async throws {
    try await reading { connection, cancellation in
      try connection.save(to: path, cancellation)
    }
  }

  /// Copies the whole database of a device, as it is at one moment, into memory.
  ///
  /// There can be tried what needs room on the disk or the right to write. It takes as much memory
  /// as the file is large. Throws `io`, or `corrupt`.
  public func copyInMemory() async throws -> SQLiteDatabase {
    try await reading { connection, cancellation in
      let copy = try Connection.open(":memory:", .memory, busyTimeout: 0)
      try connection.copyPages(to: copy, cancellation)
      return SQLiteDatabase(inMemory: copy)
    }
  }

  /// Puts the content of another database in the place of this one, in one transaction.
  ///
  /// A process that dies meanwhile leaves the old content, and other processes wait. Throws
  /// `busy`, `full`, `io` or `notADatabase`; the old content then stays.
  ///
  /// The old content is first backed up to `saving`, under the same lock: no other process commits
  /// in between, so what it has stored is in one of the two.
  public func restore(from path: String, saving: String? = nil) async throws {
    try await writer.run { [hub] connection, cancellation in
      let source = try Connection.open(path, .untrusted, busyTimeout: 0)
      try connection.alone {
        if let saving { try connection.save(to: saving, cancellation) }
        try source.copyPages(to: connection, cancellation)
      }
      hub.publish(Set(try connection.all(SQLDialect.sqlite.tables) { try $0.text(0) }))
    }
  }

  /// What its tables, indexes, triggers and views were made with, each after its kind and name.
  public func schema() async throws -> [String] {
    let query: SQL = """
      SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
      ORDER BY type, name
      """
    return try await read { try $0.all(query) { try $0.text(0) } }
  }

  /// What is wrong with the file, in SQLite's words; empty when it is sound.
  ///
  /// The quick check leaves out whether indexes agree with their tables.
  public func integrityCheck(quick: Bool = false) async throws -> [String] {
    try await reading { connection, _ in try connection.problems(quick: quick) }
  }
}

extension Connection {
  fileprivate func problems(quick: Bool) throws -> [String] {
    let check: SQL = quick ? "PRAGMA quick_check" : "PRAGMA integrity_check"
    var found: [String] = []
    do {
      try each(check) { found.append(try $0.text(0)) }
    } catch let error as StorageError where error.code == .corrupt {
      found.append(error.message)  // some damage stops the check itself
    }
    return found.filter { $0 != "ok" }
  }

  /// Copies to a file that gets its name when it is whole and on the disk.
  fileprivate func save(to path: String, _ cancellation: Cancellation) throws {
    let temporaryFile = TemporaryFile(in: LockedDirectory.above(path))
    try copy(to: temporaryFile.path, cancellation)
    try LockedDirectory.sync(temporaryFile.path)
    try Self.removeRemains(of: path)
    try temporaryFile.publish(as: path)
  }

  /// Removes what an older file of that name left to be rolled back or forward: it would be done
  /// to the new one.
  private static func removeRemains(of path: String) throws(StorageError) {
    let isRemoved = ["-journal", "-wal", "-shm"].map { unlink(path + $0) == 0 }
    if isRemoved.contains(true) { try LockedDirectory.sync(LockedDirectory.above(path)) }
  }

  /// Runs the body while no other process reads or writes the file.
  ///
  /// A server is the only process at its file, and its writer does one thing after another.
  fileprivate func alone(_ body: () throws -> Void) throws {
    let isServer = try first("PRAGMA journal_mode") { try $0.text(0) } == "wal"
    guard !isServer else { return try body() }
    // The lock of a transaction that is over stays in this mode, until the first read after it
    // (https://www.sqlite.org/pragma.html#pragma_locking_mode).
    try script("PRAGMA locking_mode = EXCLUSIVE")
    defer {
      try? script("PRAGMA locking_mode = NORMAL")
      try? script("SELECT count(*) FROM sqlite_schema")
    }
    try script("BEGIN EXCLUSIVE")
    try script("COMMIT")
    try body()
  }

  /// Copies inside the running read or lock, so that every step sees the same moment.
  fileprivate func copy(to path: String, _ cancellation: Cancellation) throws {
    let target = try Connection.open(path, .device, busyTimeout: 0)
    try run("SELECT count(*) FROM sqlite_schema")  // a read begins with its first statement
    try copyPages(to: target, cancellation)
    // The pages of a server say WAL; a backup is one file.
    try target.setJournal(to: "delete", "PRAGMA journal_mode = DELETE")
    if let problem = try target.problems(quick: true).first {
      throw StorageError(.corrupt, "The backup does not pass its check: \(problem)")
    }
  }

  fileprivate func copyPages(to target: Connection, _ cancellation: Cancellation) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw StorageError(sqlite3_errcode(target.handle), on: target.handle, isRunning: true)
    }
    var code = SQLITE_OK
    while code == SQLITE_OK, !cancellation.isCancelled {
      code = sqlite3_backup_step(backup, 4_096)
    }
    sqlite3_backup_finish(backup)
    guard code != SQLITE_OK else { throw CancellationError() }
    guard code == SQLITE_DONE else { throw StorageError(code, on: target.handle, isRunning: true) }
  }
}
