import CSQLite
import CairnSQL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The way a connection opens and locks its file.
enum LockingMode {
  /// The only connection of a device to its file.
  case device
  /// The writer of a server.
  case writer
  /// A reader of a server, besides its writer.
  case reader
  /// An untrusted file, opened read-only.
  case untrusted
  /// A database in memory.
  case memory
}

extension Connection {
  /// Opens a file; throws an error that names it.
  static func open(_ path: String, _ mode: LockingMode, busyTimeout: Int32) throws -> Connection {
    if mode == .device || mode == .writer { createPrivately(path) }
    _ = isConfigured
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name(path, mode), &handle, flags(mode), nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      let isFull =
        code & 0xFF == SQLITE_CANTOPEN && LockedDirectory.isFull(LockedDirectory.above(path))
      if isFull { throw StorageError(.full, "\(path): the disk is full") }
      throw StorageError(code, on: handle, isRunning: false).at(path)
    }
    let connection = Connection(handle, busyTimeout: busyTimeout)
    do {
      try connection.configure(mode)
    } catch let error as StorageError {
      throw error.at(path)
    }
    return connection
  }

  private static let isConfigured = cairn_sqlite3_configure() == SQLITE_OK

  /// Creates a missing file that only its owner may read; SQLite would make it readable by everyone.
  ///
  /// Leaves an existing file alone: opening and closing it would drop this process's locks on it
  /// (https://www.sqlite.org/howtocorrupt.html, 2.2). An error here surfaces when SQLite opens the file.
  private static func createPrivately(_ path: String) {
    let file = descriptor(of: path, O_CREAT | O_EXCL | O_RDWR)
    if file >= 0 { close(file) }
  }

  private static func flags(_ mode: LockingMode) -> Int32 {
    let access =
      switch mode {
      case .device, .writer: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .reader: SQLITE_OPEN_READWRITE
      case .untrusted: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
      }
    return access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
  }

  /// Returns the path, or for an untrusted file a URI with `immutable=1`, so that SQLite locks and creates nothing.
  private static func name(_ path: String, _ mode: LockingMode) -> String {
    guard mode == .untrusted else { return path }
    let bytes = path.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }
    return "file:\(bytes.joined())?immutable=1"
  }

  private func configure(_ mode: LockingMode) throws {
    cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    cairn_sqlite3_set(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    cairn_sqlite3_set(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    cairn_sqlite3_set(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    cairn_sqlite3_set(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    switch mode {
    case .device:
      try setJournal(to: "delete", "PRAGMA journal_mode = DELETE")
      try script("PRAGMA synchronous = EXTRA")
      #if canImport(Darwin)
      try script("PRAGMA fullfsync = ON")
      #endif
      // 16 MB instead of 2: pages beyond it are written and synced in the middle of an import.
      try script("PRAGMA cache_size = -16000")
    case .writer:
      try setJournal(to: "wal", "PRAGMA journal_mode = WAL")
      // A large import leaves a large one, which would never shrink again.
      try script("PRAGMA journal_size_limit = 16000000")
      try script("PRAGMA synchronous = FULL")
      // 8 MB per file, because a server has many open at once.
      try script("PRAGMA cache_size = -8000")
    case .reader:
      try script("PRAGMA query_only = ON")
      // Only the writer may checkpoint: the WAL-reset bug of 3.7.0 to 3.51.2 needs two connections that do.
      sqlite3_wal_autocheckpoint(handle, 0)
      cairn_sqlite3_set(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    case .untrusted:
      try restrict()
    case .memory: break
    }
  }

  /// Sets the journal mode; throws `busy` if SQLite returns the old mode, as it does when it cannot change it.
  func setJournal(to journalMode: String, _ sql: SQL) throws {
    let mode = try first(sql) { try $0.text(0) }
    guard mode != journalMode else { return }
    throw StorageError(
      .busy,
      "The journal mode is still \(mode ?? "unknown"), because another program has the file open."
    )
  }

  /// Limits what a hostile file can cost or do (https://www.sqlite.org/security.html, 1.2).
  private func restrict() throws {
    cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    cairn_sqlite3_set(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    for (limit, value) in Self.limits { sqlite3_limit(handle, limit, value) }
    try script("PRAGMA cell_size_check = ON")
    // Reads the header and the schema, so that a file that is no database fails here.
    try run("SELECT count(*) FROM sqlite_schema")
  }

  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_LENGTH, 16_000_000), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 20),
    (SQLITE_LIMIT_COMPOUND_SELECT, 3), (SQLITE_LIMIT_VDBE_OP, 25_000),
    (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50), (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]
}

/// Opens a file with the system's `open`, which a method named `open` would hide.
func descriptor(of path: String, _ flags: Int32) -> Int32 {
  open(path, flags | O_CLOEXEC, 0o600)
}
