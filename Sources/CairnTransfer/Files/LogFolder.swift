public import Cairn
public import CairnExchange

/// The location of a log, with space for temporary files.
public protocol LogFolder: Sendable {
  /// Creates an empty temporary file, which is deleted with its last reference.
  func newFile() async throws -> any ScopedFile

  /// Makes a verified backup, unless the latest backup has the same content.
  ///
  /// Only for a single-user log: accounts use `OpenLog.backUp()`.
  func backUp(at now: Instant) async throws

  /// Runs blocking or long work outside the thread pool of Swift's tasks.
  func work<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result
}

/// A file to import, which can be read repeatedly; all methods but `database` block on the disk.
public protocol ImportedFile: Sendable {
  /// Returns the whole content.
  func bytes() throws -> [UInt8]

  /// Passes the content to a closure in consecutive blocks.
  func eachBlock(_ body: ([UInt8]) throws -> Void) throws

  /// Returns the rows of a database or of an archive that contains one, and the program they come from.
  ///
  /// Throws `input.koreader`, `input.kobo`, `input.tautulli` and `input.audiobookshelf` if the file does not match
  /// `format`, `input.database` if it matches none, and `input.person_required` and `input.unknown_library` if the
  /// choice is ambiguous.
  func database(as format: FileFormat, _ choice: RowChoice) async throws -> ImportedDatabase
}

/// The selection of rows from a database of several people or several libraries.
public struct RowChoice: Sendable {
  /// The person's name; nil if the file must contain only one.
  public var person: String?
  /// The audiobook library; nil to detect it by its name.
  public var library: String?

  /// Creates a selection.
  public init(person: String? = nil, library: String? = nil) {
    (self.person, self.library) = (person, library)
  }
}

/// The imported rows of another program's database.
public struct ImportedDatabase: Sendable {
  /// The program that wrote the database.
  public let format: FileFormat
  /// The rows.
  public let rows: any Importable

  /// Creates the rows of a program.
  public init(format: FileFormat, rows: any Importable) {
    (self.format, self.rows) = (format, rows)
  }
}

/// A temporary file in the folder of a log; all methods block on the disk.
public protocol ScopedFile: ImportedFile {
  /// Appends bytes; throws `storage.cannot_write`.
  func append(_ bytes: [UInt8]) throws

  /// Returns up to `limit` bytes from an offset; empty at the end of the file.
  func block(at offset: Int, limit: Int) throws -> [UInt8]
}
