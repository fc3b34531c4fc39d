import CairnExchange
import CairnSQLite
import CairnTransfer

extension ImportFile: ImportedFile {
  func database(as format: FileFormat, _ choice: RowChoice) async throws -> ImportedDatabase {
    guard ZipArchive.recognizes(beginning) else {
      return try await ForeignDatabase.read(
        path,
        name: name,
        as: format,
        choice,
        opened: remove
      )
    }
    return try await ForeignDatabase.unpack(bytes, name: name, as: format, choice)
  }
}

extension ForeignDatabase {
  /// Reads the database in an archive through a private copy, which is deleted once it is open.
  static func unpack(
    _ bytes: @escaping @Sendable () throws -> [UInt8],
    name: String,
    as format: FileFormat,
    _ choice: RowChoice,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> ImportedDatabase {
    // Unpacking is slow, and this may be a thread that serves sockets.
    let copy = try await BlockingWork.run {
      try PrivateTemporaryFile(of: try AudiobookshelfFile.database(of: bytes()))
    }
    return try await read(
      copy.path,
      name: name,
      as: format,
      choice,
      on: thread,
      opened: copy.remove
    )
  }
}
