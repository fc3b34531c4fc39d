package import CairnSQL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that is being made: it has a name that only Cairn gives until it is whole, then its own.
///
/// While one is there its maker shares a lock on the folder, so a maker who gets that lock alone
/// knows that every draft in the folder was left by a process that died, and removes them. Where a
/// file system cannot lock a folder, they stay.
package final class TemporaryFile: Sendable {
  /// Where it is made: in the folder of the file it becomes.
  package let path: String
  private let folder: LockedDirectory

  /// Takes a name in a folder; nothing is there yet.
  ///
  /// `alone` waits until nobody else makes anything in the folder, and keeps others waiting.
  package init(in folder: String, alone: Bool = false) {
    path = folder + "/" + Self.newName()
    self.folder = LockedDirectory(folder)
    if self.folder.lock(alone ? LOCK_EX : LOCK_EX | LOCK_NB) { Self.removeDrafts(in: folder) }
    if !alone { _ = self.folder.lock(LOCK_SH) }
  }

  /// Puts it on the disk and gives it its name, there after a power cut.
  ///
  /// A file of that name is replaced. Throws `io`.
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
  private static let (prefix, suffix) = (".cairn-", ".draft")
  /// What SQLite may keep beside a file.
  private static let suffixes = ["", "-journal"]

  /// A name that no other file has.
  static func newName() -> String {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits + suffix
  }

  /// Whether a file of that name can only be a draft, or what SQLite left beside one.
  package static func isName(_ name: String) -> Bool {
    suffixes.contains { end in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix + end) else { return false }
      let digits = name.dropFirst(prefix.count).dropLast(suffix.count + end.count)
      return digits.count == 16 && digits.allSatisfy { "0123456789abcdef".contains($0) }
    }
  }

  private static func removeDrafts(in folder: String) {
    for name in LockedDirectory.names(in: folder) where isName(name) { unlink(folder + "/" + name) }
  }
}
