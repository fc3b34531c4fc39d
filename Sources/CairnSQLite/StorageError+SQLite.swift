import CSQLite
import CairnSQL

extension StorageError {
  /// Reads SQLite's last error, without bound values if a statement is running.
  ///
  /// A journal that does not fit on the disk is “unable to open database file” to SQLite, which no longer knows the
  /// cause by then, so this checks for a full disk itself.
  ///
  /// The message of a plain SQLITE_ERROR may quote a value (full-text query, JSON), so only its code is used.
  init(_ code: Int32, on handle: OpaquePointer?, isRunning: Bool) {
    if code & 0xFF == SQLITE_CANTOPEN, let path = sqlite3_db_filename(handle, "main"),
      LockedDirectory.isFull(LockedDirectory.above(String(cString: path)))
    {
      self.init(.full, "no space for the journal", extendedCode: code)
      return
    }
    let isQuoting = isRunning && code & 0xFF == SQLITE_ERROR
    let errorText = isQuoting ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
    let message = errorText.map { String(cString: $0) } ?? "unknown error"
    self.init(Code(sqlite: code), message, extendedCode: code)
  }

  /// Returns the same error with the path of the file.
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
