import Cairn
import CairnSQLite
import CairnStore
import Glibc

/// The file with the host names that a server has learned, one per line.
struct HostFile: Sendable {
  private let folder: String
  private let known: LockedValue<Set<String>>

  /// Reads the file of a data directory; throws `input.too_large` and the like for one that is no such file.
  init(in folder: String) throws(CairnError) {
    self.folder = folder
    known = LockedValue(try Self.names(in: Self.path(folder)))
  }

  /// The names.
  var names: Set<String> { known.withLock { $0 } }

  /// Adds a name durably; throws `storage.cannot_write`.
  func add(_ name: String) throws {
    try known.withLock { known in
      try write(known.union([name]))
      known.insert(name)
    }
  }

  private static func path(_ folder: String) -> String { folder + "/hosts" }

  private static func names(in path: String) throws(CairnError) -> Set<String> {
    guard access(path, F_OK) == 0 else { return [] }
    let file = try ImportFile(path) { _ throws(CairnError) in 65_536 }
    guard let bytes = try? file.bytes() else { throw Files.unreadable(path) }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return Set(lines.map(String.init))
  }

  private func write(_ names: Set<String>) throws {
    let (path, temporaryFile) = (Self.path(folder), TemporaryFile(in: folder))
    let lines = names.sorted().map { $0 + "\n" }.joined()
    try Files.write(Array(lines.utf8), to: temporaryFile.path)
    do { try temporaryFile.publish(as: path) } catch { throw Files.cannotWrite(path) }
  }
}
