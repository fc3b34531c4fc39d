package import CairnSQL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that is being written under a temporary name, which only Cairn uses, and renamed once complete.
///
/// Its writer holds a shared lock on the directory until then. A writer that gets an exclusive lock removes all
/// temporary files there, because they are left over from processes that died. On a file system that cannot lock
/// directories they stay.
package final class TemporaryFile: Sendable {
  /// The temporary path, in the directory of the final one.
  package let path: String
  private let folder: LockedDirectory

  /// Picks a temporary name in a directory without creating the file.
  ///
  /// `alone` waits until no other process writes files in the directory, and makes others wait.
  package init(in folder: String, alone: Bool = false) {
    path = folder + "/" + Self.newName()
    self.folder = LockedDirectory(folder)
    if self.folder.lock(alone ? LOCK_EX : LOCK_EX | LOCK_NB) { Self.removeLeftovers(in: folder) }
    if !alone { _ = self.folder.lock(LOCK_SH) }
  }

  /// Syncs the file and renames it durably.
  ///
  /// An existing file with that name is replaced. Throws `io`.
  package func publish(as name: String) throws(StorageError) {
    try LockedDirectory.sync(path)
    try StorageError.check(rename(path, name), name)
    try folder.sync()
  }

  deinit {
    for suffix in Self.suffixes { unlink(path + suffix) }
  }
}

extension TemporaryFile {
  private static let (prefix, suffix) = (".cairn-", ".tmp")
  /// The suffixes of the files that SQLite may create for a temporary file.
  private static let suffixes = ["", "-journal"]

  /// Returns a random name that no other file has.
  static func newName() -> String {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits + suffix
  }

  /// Returns whether a file with that name can only be a temporary file or one of its journals.
  package static func isName(_ name: String) -> Bool {
    suffixes.contains { end in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix + end) else { return false }
      let digits = name.dropFirst(prefix.count).dropLast(suffix.count + end.count)
      return digits.count == 16 && digits.allSatisfy { "0123456789abcdef".contains($0) }
    }
  }

  private static func removeLeftovers(in folder: String) {
    for name in LockedDirectory.names(in: folder) where isName(name) { unlink(folder + "/" + name) }
  }
}
