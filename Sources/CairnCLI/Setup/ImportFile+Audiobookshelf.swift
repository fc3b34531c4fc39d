import CairnExchange
import CairnSQLite
import CairnServer

extension ImportFile {
  func history(of person: String?) async throws -> AudiobookshelfHistory {
    try await Self.history(of: person, name: name, bytes)
  }

  /// Reads a backup by way of a private copy of its database, which is gone when it is open.
  static func history(
    of person: String?,
    name: String,
    on thread: SQLiteDatabase.Thread = .callers,
    _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) async throws -> AudiobookshelfHistory {
    // Unpacking takes long, and this may be the thread that sockets are on.
    let copy = try await Waiting.run {
      try PrivateCopy(of: try AudiobookshelfFile.database(of: bytes()))
    }
    return try await AudiobookshelfFile.read(
      copy.path,
      name: name,
      of: person,
      on: thread,
      opened: copy.remove
    )
  }
}
