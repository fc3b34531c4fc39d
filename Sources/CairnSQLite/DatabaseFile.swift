#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A database file at a path, where another program may have put something else.
package struct DatabaseFile: Sendable {
  /// The path.
  package let path: String

  /// Names a file, which may be missing.
  package init(_ path: String) { self.path = path }

  /// Whether there is a file.
  package var exists: Bool { access(path, F_OK) == 0 }

  /// Returns whether the file has a mark; true for an unreadable file, whose error SQLite names.
  ///
  /// Check it before SQLite opens the file, which would modify a foreign database.
  package func has(_ mark: (offset: Int, bytes: [UInt8])) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var bytes = mark.bytes.map { _ in UInt8(0) }
    return pread(file, &bytes, bytes.count, off_t(mark.offset)) == bytes.count
      && bytes == mark.bytes
  }

  /// Creates the file under a temporary name, fills it, and renames it; does nothing if it exists.
  ///
  /// So a file with this name is always complete, even after a crash. The closure gets the database and the identity
  /// of the file. Throws a `StorageError`, and the errors of the closure.
  package func create(
    on thread: SQLiteDatabase.Thread = .own,
    _ fill: (SQLiteDatabase, _ identity: String?) async throws -> Void
  ) async throws {
    guard !exists else { return }
    let temporaryFile = TemporaryFile(in: LockedDirectory.above(path), alone: true)
    // Another process may have created it in between.
    guard !exists else { return }
    let database = try await SQLiteDatabase.open(path: temporaryFile.path, on: thread)
    try await fill(database, FileIdentity.of(temporaryFile.path))
    try temporaryFile.publish(as: path)
  }
}
