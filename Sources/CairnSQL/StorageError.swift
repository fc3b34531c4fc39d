/// What an engine refused, in one shape for all engines.
///
/// Neither `message` nor `description` ever holds a bound value, a note or a token: a column, a
/// constraint or a path is all they name.
public struct StorageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of refusal it is; new ones may join, so a switch needs a default.
  public struct Code: Sendable, Hashable {
    /// The stable name, such as `storage.busy`.
    public let name: String

    /// Makes a code from its stable name.
    public init(_ name: String) {
      self.name = name
    }
  }

  /// What kind of refusal it is.
  public let code: Code
  /// The engine's own number (SQLite's extended result code), 0 when the refusal is ours.
  public let extendedCode: Int32
  /// One sentence that names the column, constraint, step or path.
  public let message: String

  /// Makes an error from its code and a sentence that holds no bound value.
  public init(_ code: Code, _ message: String, extendedCode: Int32 = 0) {
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
  }

  /// The code and the sentence.
  public var description: String {
    "\(code.name): \(message)" + (extendedCode == 0 ? "" : " (\(extendedCode))")
  }
}

extension StorageError.Code {
  /// Another connection holds the lock for longer than the busy timeout.
  public static let busy = Self("storage.busy")
  /// Others have had the database for so long that this was not begun.
  public static let overloaded = Self("storage.overloaded")
  /// The disk, or the database's own limit, is full; the transaction is rolled back.
  public static let full = Self("storage.full")
  /// A write through a connection, file or directory that allows reading only.
  public static let readOnly = Self("storage.read_only")
  /// The file is damaged.
  public static let corrupt = Self("storage.corrupt")
  /// The disk failed to read, write or sync.
  public static let io = Self("storage.io")
  /// The file cannot be opened or created.
  public static let cannotOpen = Self("storage.cannot_open")
  /// The file is something else than a database.
  public static let notADatabase = Self("storage.not_a_database")
  /// The statement was interrupted because its task was cancelled.
  public static let interrupted = Self("storage.interrupted")
  /// A row with this key exists.
  public static let unique = Self("storage.unique")
  /// A CHECK of the schema refuses the row.
  public static let check = Self("storage.check")
  /// A row that is referred to is missing, or still referred to.
  public static let foreignKey = Self("storage.foreign_key")
  /// A column must have a value.
  public static let notNull = Self("storage.not_null")
  /// Any other rule of the schema refuses the row, such as the type of a strict column.
  public static let constraint = Self("storage.constraint")
  /// A column holds something else than was asked for.
  public static let typeMismatch = Self("storage.type_mismatch")
  /// A value or a statement is larger than the engine allows.
  public static let tooBig = Self("storage.too_big")
  /// The engine has given up the transaction; nothing more may run in it.
  public static let rolledBack = Self("storage.rolled_back")
  /// A newer version of the program has written this database.
  public static let newerSchema = Self("storage.newer_schema")
  /// There is no connection to the database server, or there is none any more.
  public static let unreachable = Self("storage.unreachable")
  /// The tables are of an older version, and this role may not change them.
  public static let notPrepared = Self("storage.not_prepared")
  /// The role of the connection could see what is not its own.
  public static let powerfulRole = Self("storage.powerful_role")
  /// The tables lack something that they were made with, such as the policies that keep accounts apart.
  public static let notWhole = Self("storage.not_whole")
  /// The address leads to a pooler, and the database past it was not named.
  public static let pooler = Self("storage.pooler")
  /// A role that the database needs is not there, or is not that of the connection.
  public static let missingRole = Self("storage.missing_role")
  /// The server took a commit, or not, and nobody knows; asked again under the same id, it is known.
  public static let unknownCommit = Self("storage.unknown_commit")
  /// The log lies in another database, or is on its way there; nothing was read or changed.
  public static let moving = Self("storage.moving")
  /// Another program serves what is in the database, or moves it.
  public static let inUse = Self("account.in_use")
  /// A migration step is not the one that ran on this database.
  public static let migrationChanged = Self("storage.migration_changed")
  /// The statement is wrong: a mistake of the program.
  public static let statement = Self("storage.statement")
}
