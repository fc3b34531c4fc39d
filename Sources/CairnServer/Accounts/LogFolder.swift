public import Cairn
public import CairnExchange

/// Where a log lies, with room for other files for a while.
public protocol LogFolder: Sendable {
  /// Makes an empty file that is gone when nobody has it any more.
  func newFile() async throws -> any ScopedFile

  /// Makes a copy of the log that is checked, unless the latest copy holds the same.
  ///
  /// For a log that nobody else keeps copies of: ``OpenLog`` has its own.
  func backUp(at now: Instant) async throws

  /// Does work that waits or takes long, away from the threads that sockets and tasks share.
  func work<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result
}

/// A file of another program, to be read more than once; all but `database` waits for the disk.
public protocol ImportedFile: Sendable {
  /// All bytes.
  func bytes() throws -> [UInt8]

  /// Gives the bytes in blocks, in their order.
  func eachBlock(_ body: ([UInt8]) throws -> Void) throws

  /// What it holds, and of which program it is, where it is a database or an archive with one.
  ///
  /// Throws `input.koreader`, `input.kobo`, `input.tautulli` and `input.audiobookshelf` for one that is
  /// not of that program, `input.database` for one of none, and `input.people` and `input.library`
  /// when it is not clear which rows are meant.
  func database(as format: FileFormat, _ choice: RowChoice) async throws -> ImportedDatabase
}

/// Which rows of a database are meant that holds those of several people, or of more than is imported.
public struct RowChoice: Sendable {
  /// Whose; nil where it is to be one person's.
  public var person: String?
  /// The library that holds audiobooks; nil where its name is to tell it.
  public var library: String?

  /// Chooses rows.
  public init(person: String? = nil, library: String? = nil) {
    (self.person, self.library) = (person, library)
  }
}

/// The rows of another program's database.
public struct ImportedDatabase: Sendable {
  /// Which program's.
  public let format: FileFormat
  /// What they say.
  public let rows: any Importable

  /// Notes rows.
  public init(format: FileFormat, rows: any Importable) {
    (self.format, self.rows) = (format, rows)
  }
}

/// A file in the folder of a log that nobody else knows; all it does waits for the disk.
public protocol ScopedFile: ImportedFile {
  /// Appends bytes; throws `storage.cannot_write`.
  func append(_ bytes: [UInt8]) throws

  /// The bytes from a place on, at most so many; none at the end.
  func block(at place: Int, most: Int) throws -> [UInt8]
}
