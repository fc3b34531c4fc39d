import CSQLite
import CairnSQL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension SQLiteDatabase {
  /// Copies a snapshot of the database to a file that can be opened directly.
  ///
  /// The copy is made beside `path`, synced, checked and then renamed, so `path` is never a partial backup; an existing
  /// file is replaced. On a server, writes continue during the copy. Throws `cannotOpen`, `full`, `io`, or `corrupt` if
  /// the copy fails its check.
  public func backup(to path: String) async throws {
    try await reading { connection, cancellation in
      try connection.save(to: path, cancellation)
    }
  }

  /// Copies a snapshot of a device's database into memory.
  ///
  /// Use it to try an operation without disk space or write permission. It takes as much memory as the file is large.
  /// Throws `io` or `corrupt`.
  public func copyInMemory() async throws -> SQLiteDatabase {
    try await reading { connection, cancellation in
      let copy = try Connection.open(":memory:", .memory, busyTimeout: 0)
      try connection.copyPages(to: copy, cancellation)
      return SQLiteDatabase(inMemory: copy)
    }
  }

  /// Replaces the content of this database with that of another, in one transaction.
  ///
  /// Other processes wait. If this process dies, the old content stays, as it does after `busy`, `full`, `io` and
  /// `notADatabase`.
  ///
  /// `saving` backs up the old content first, under the same lock, so no commit of another process can fall
  /// between backup and restore.
  public func restore(from path: String, saving: String? = nil) async throws {
    try await writer.run { [hub] connection, cancellation in
      let source = try Connection.open(path, .untrusted, busyTimeout: 0)
      try connection.exclusively {
        if let saving { try connection.save(to: saving, cancellation) }
        try source.copyPages(to: connection, cancellation)
      }
      hub.publish(Set(try connection.all(SQLDialect.sqlite.tables) { try $0.text(0) }))
    }
  }

  /// Returns the SQL of all tables, indexes, triggers and views, each after its type and name.
  public func schema() async throws -> [String] {
    let query: SQL = """
      SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
      ORDER BY type, name
      """
    return try await read { try $0.all(query) { try $0.text(0) } }
  }

  /// Returns the problems that SQLite finds in the file; empty if there are none.
  ///
  /// The quick check does not compare indexes with their tables.
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
      found.append(error.cause)  // some damage stops the check itself
    }
    return found.filter { $0 != "ok" }
  }

  /// Copies to a temporary file, which gets its name once it is complete and synced.
  fileprivate func save(to path: String, _ cancellation: Cancellation) throws {
    let temporaryFile = TemporaryFile(in: LockedDirectory.above(path))
    try copy(to: temporaryFile.path, cancellation)
    try LockedDirectory.sync(temporaryFile.path)
    try Self.removeJournals(of: path)
    try temporaryFile.publish(as: path)
  }

  /// Removes the journals of an older file with that name: SQLite would apply them to the new one.
  private static func removeJournals(of path: String) throws(StorageError) {
    let isRemoved = ["-journal", "-wal", "-shm"].map { unlink(path + $0) == 0 }
    if isRemoved.contains(true) { try LockedDirectory.sync(LockedDirectory.above(path)) }
  }

  /// Runs the body while no other process reads or writes the file.
  ///
  /// A server needs no lock: it is the only process that uses the file and has one serialised writer.
  fileprivate func exclusively(_ body: () throws -> Void) throws {
    let isServer = try first("PRAGMA journal_mode") { try $0.text(0) } == "wal"
    guard !isServer else { return try body() }
    // In this mode the lock outlives the transaction; it is released by the first read after the mode is reset
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

  /// Copies inside the running read or lock, so that every step copies the same snapshot.
  fileprivate func copy(to path: String, _ cancellation: Cancellation) throws {
    let target = try Connection.open(path, .device, busyTimeout: 0)
    try run("SELECT count(*) FROM sqlite_schema")  // a read begins with its first statement
    try copyPages(to: target, cancellation)
    // A copied server file is marked as WAL, but a backup must be a single file.
    try target.setJournal(to: "delete", "PRAGMA journal_mode = DELETE")
    if let problem = try target.problems(quick: true).first {
      throw StorageError(.corrupt, "the backup does not pass its check", cause: problem)
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
