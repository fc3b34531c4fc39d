/// An error of an engine, in one form for all engines.
///
/// None of `message`, `cause` and `description` contains a bound value, a note or a token: they name at most a column,
/// a constraint or a path.
public struct StorageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of an error.
  ///
  /// More may be added, so a switch needs a default.
  public struct Code: Sendable, Hashable {
    /// The stable name, such as `storage.busy`.
    public let name: String

    /// Creates a code from its stable name.
    public init(_ name: String) {
      self.name = name
    }
  }

  /// The kind of the error.
  public let code: Code
  /// The engine's own code (SQLite's extended result code), or 0.
  public let extendedCode: Int32
  /// A sentence that names the column, constraint, step or path.
  public let message: String
  /// The engine's own text, without bound values and secrets; empty if there is none.
  public let cause: String

  /// Creates an error from its code, a sentence and the engine's text, both without bound values.
  public init(_ code: Code, _ message: String, extendedCode: Int32 = 0, cause: String = "") {
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.cause = cause
  }

  /// The code and the message.
  public var description: String {
    "\(code.name): \(message)" + (extendedCode == 0 ? "" : " (\(extendedCode))")
  }
}

extension StorageError.Code {
  /// Another connection held the lock for longer than the busy timeout.
  public static let busy = Self("storage.busy")
  /// The database was in use for longer than the timeout; nothing was done.
  public static let overloaded = Self("storage.overloaded")
  /// The disk, or the database's own size limit, is full; the transaction is rolled back.
  public static let full = Self("storage.full")
  /// A write to a read-only connection, file or directory.
  public static let readOnly = Self("storage.read_only")
  /// The file is damaged.
  public static let corrupt = Self("storage.corrupt")
  /// The disk failed to read, write or sync.
  public static let io = Self("storage.io")
  /// The file cannot be opened or created.
  public static let cannotOpen = Self("storage.cannot_open")
  /// The file is not a database.
  public static let notADatabase = Self("storage.not_a_database")
  /// The statement was interrupted because its task was cancelled.
  public static let interrupted = Self("storage.interrupted")
  /// A row with this key already exists.
  public static let unique = Self("storage.unique")
  /// A CHECK constraint rejects the row.
  public static let check = Self("storage.check")
  /// A referenced row is missing, or a row is still referenced.
  public static let foreignKey = Self("storage.foreign_key")
  /// A column must not be null.
  public static let notNull = Self("storage.not_null")
  /// Another constraint of the schema rejects the row, such as the type of a strict column.
  public static let constraint = Self("storage.constraint")
  /// A column does not have the expected type.
  public static let typeMismatch = Self("storage.type_mismatch")
  /// A value or a statement is larger than the engine allows.
  public static let tooBig = Self("storage.too_big")
  /// The engine has rolled back the transaction; nothing more can run in it.
  public static let rolledBack = Self("storage.rolled_back")
  /// A newer version of the program has migrated this database.
  public static let newerSchema = Self("storage.newer_schema")
  /// The database server cannot be reached, or the connection was lost.
  public static let unreachable = Self("storage.unreachable")
  /// The tables are of another version, and this role may not change them.
  public static let notPrepared = Self("storage.not_prepared")
  /// The role of the connection could access rows of other accounts.
  public static let privilegedRole = Self("storage.privileged_role")
  /// A part of the schema is missing, such as a row-security policy.
  public static let schemaIncomplete = Self("storage.schema_incomplete")
  /// The address leads to a pooler, and no direct address of the database is configured.
  public static let undeclaredPooler = Self("storage.undeclared_pooler")
  /// A role that the database needs does not exist, or the connection's role is not a member of it.
  public static let missingRole = Self("storage.missing_role")
  /// The outcome of a commit is unknown.
  ///
  /// A retry with the same id resolves it.
  public static let unknownCommit = Self("storage.unknown_commit")
  /// Another program is serving or moving the accounts of this database.
  public static let inUse = Self("account.in_use")
  /// A migration step differs from the one that ran on this database.
  public static let migrationChanged = Self("storage.migration_changed")
  /// The statement is invalid: a bug of the program.
  public static let statement = Self("storage.statement")
}
