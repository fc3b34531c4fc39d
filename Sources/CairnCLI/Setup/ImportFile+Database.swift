import Cairn
import CairnExchange
import CairnSQLite
import CairnServer

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
  /// Reads the database in an archive by way of a private copy, which is gone when it is open.
  static func unpack(
    _ bytes: @escaping @Sendable () throws -> [UInt8],
    name: String,
    as format: FileFormat,
    _ choice: RowChoice,
    on thread: SQLiteDatabase.Thread = .callers
  ) async throws -> ImportedDatabase {
    // Unpacking takes long, and this may be the thread that sockets are on.
    let copy = try await Waiting.run {
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
