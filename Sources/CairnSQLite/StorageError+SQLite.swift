import CSQLite
import CairnSQL

extension StorageError {
  /// What the engine said last; of a statement that runs, nothing that may quote a bound value.
  ///
  /// A journal for which the disk has no room is “unable to open database file” to SQLite, which
  /// has forgotten why by then, so that is tried again.
  ///
  /// A plain SQLITE_ERROR may quote one (a full-text query, JSON), so only its kind is told.
  init(_ code: Int32, on handle: OpaquePointer?, isRunning: Bool) {
    if code & 0xFF == SQLITE_CANTOPEN, let path = sqlite3_db_filename(handle, "main"),
      LockedDirectory.isFull(LockedDirectory.above(String(cString: path)))
    {
      self.init(.full, "there is no room for a journal", extendedCode: code)
      return
    }
    let isQuoting = isRunning && code & 0xFF == SQLITE_ERROR
    let words = isQuoting ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
    let message = words.map { String(cString: $0) } ?? "unknown error"
    self.init(Code(sqlite: code), message, extendedCode: code)
  }

  /// The same refusal, naming the file.
  func at(_ path: String) -> StorageError {
    StorageError(code, "\(path): \(message)", extendedCode: extendedCode)
  }
}

extension StorageError.Code {
  fileprivate init(sqlite code: Int32) {
    self = Self.extended[code] ?? Self.primary[code & 0xFF] ?? .statement
  }

  private static let extended: [Int32: Self] = [
    cairn_sqlite3_unique: .unique, cairn_sqlite3_primary_key: .unique,
    cairn_sqlite3_rowid: .unique, cairn_sqlite3_check: .check,
    cairn_sqlite3_foreign_key: .foreignKey, cairn_sqlite3_not_null: .notNull,
  ]

  private static let primary: [Int32: Self] = [
    SQLITE_BUSY: .busy, SQLITE_LOCKED: .busy, SQLITE_PROTOCOL: .busy,
    SQLITE_FULL: .full, SQLITE_READONLY: .readOnly, SQLITE_CORRUPT: .corrupt,
    SQLITE_IOERR: .io, SQLITE_NOMEM: .io, SQLITE_CANTOPEN: .cannotOpen,
    SQLITE_PERM: .cannotOpen, SQLITE_NOTADB: .notADatabase, SQLITE_TOOBIG: .tooBig,
    SQLITE_INTERRUPT: .interrupted, SQLITE_ABORT: .rolledBack,
    SQLITE_CONSTRAINT: .constraint,
  ]
}
