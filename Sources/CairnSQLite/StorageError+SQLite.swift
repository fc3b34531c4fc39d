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
    let cause = errorText.map { String(cString: $0) } ?? ""
    self.init(
      Code(sqlite: code),
      Self.words(code, column: cause),
      extendedCode: code,
      cause: cause
    )
  }

  /// Returns our words for a result code; those for a constraint name its columns.
  private static func words(_ code: Int32, column cause: String) -> String {
    let words = words[code & 0xFF] ?? "a statement failed"
    guard code & 0xFF == SQLITE_CONSTRAINT,
      let columns = cause.split(separator: " failed: ", maxSplits: 1).dropFirst().first
    else { return words }
    return "\(words): \(columns)"
  }

  private static let words: [Int32: String] = [
    SQLITE_BUSY: "it is in use", SQLITE_LOCKED: "it is in use", SQLITE_PROTOCOL: "it is in use",
    SQLITE_FULL: "the disk is full", SQLITE_READONLY: "it is read-only",
    SQLITE_CORRUPT: "it is damaged", SQLITE_IOERR: "the disk failed",
    SQLITE_NOMEM: "there is not enough memory", SQLITE_CANTOPEN: "it cannot be opened",
    SQLITE_PERM: "it cannot be opened", SQLITE_NOTADB: "it is not a database",
    SQLITE_TOOBIG: "a value is too long", SQLITE_INTERRUPT: "the task was cancelled",
    SQLITE_ABORT: "an earlier error rolled the transaction back",
    SQLITE_CONSTRAINT: "a row breaks a rule of the database",
  ]

  /// Returns the same error with the path of the file.
  func at(_ path: String) -> StorageError {
    StorageError(code, "\(path): \(message)", extendedCode: extendedCode, cause: cause)
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
