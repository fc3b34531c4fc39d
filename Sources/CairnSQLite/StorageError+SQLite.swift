import CSQLite
import CairnSQL

extension StorageError {
  /// What the engine said last, about a statement that is being prepared or opened: it holds no values yet.
  init(_ code: Int32, preparingOn handle: OpaquePointer?) {
    self.init(Code(sqlite: code), String(cString: sqlite3_errmsg(handle)), extendedCode: code)
  }

  /// What the engine said last, about a statement that runs.
  ///
  /// A plain SQLITE_ERROR may quote a bound value (a full-text query, JSON), so only its kind is told.
  init(_ code: Int32, runningOn handle: OpaquePointer?) {
    let isQuoting = code & 0xFF == SQLITE_ERROR
    let words = isQuoting ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
    let message = words.map { String(cString: $0) } ?? "unknown error"
    self.init(Code(sqlite: code), message, extendedCode: code)
  }

  func at(_ path: String) -> StorageError {
    StorageError(code, "\(path): \(message)", extendedCode: extendedCode)
  }
}

extension StorageError.Code {
  init(sqlite code: Int32) {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_IOERR, SQLITE_NOMEM: self = .io
    case SQLITE_CANTOPEN, SQLITE_PERM: self = .cannotOpen
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_INTERRUPT: self = .interrupted
    case SQLITE_ABORT: self = .rolledBack
    case SQLITE_TOOBIG: self = .tooBig
    case SQLITE_CONSTRAINT: self.init(sqliteConstraint: code)
    default: self = .statement
    }
  }

  private init(sqliteConstraint code: Int32) {
    switch code {
    case cairn_sqlite3_unique, cairn_sqlite3_primary_key, cairn_sqlite3_rowid:
      self = .unique
    case cairn_sqlite3_check: self = .check
    case cairn_sqlite3_foreign_key: self = .foreignKey
    case cairn_sqlite3_not_null: self = .notNull
    default: self = .constraint
    }
  }
}
