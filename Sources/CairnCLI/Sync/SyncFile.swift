import Cairn
import CairnSQLite
import Glibc
import Synchronization

extension DataDirectory {
  /// Returns the sync server of this log; nil if none is set up.
  ///
  /// Throws `sync.invalid_url`.
  func syncRemote() throws(CairnError) -> SyncRemote? {
    guard let file = fopen(syncFile, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = fread(&bytes, 1, bytes.count, file)
    return try SyncRemote(json: Array(bytes.prefix(count)))
  }

  /// The error message of the last run; nil if it succeeded.
  var lastSyncError: String? {
    guard let file = fopen(syncFailureFile, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = fread(&bytes, 1, bytes.count, file)
    let reason = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").first
    return reason.map(String.init)
      ?? "The reason could not be stored, perhaps because the disk is full."
  }

  /// Saves the error of the last run, or clears it; a failure to do so is ignored.
  func save(lastError: String?) {
    guard let lastError else {
      unlink(syncFailureFile)
      return
    }
    try? Files.write(Array("\(lastError)\n".utf8), to: syncFailureFile)
  }

  /// Whether this log has a sync server.
  var hasSyncRemote: Bool { access(syncFile, F_OK) == 0 }

  /// Saves the sync server with mode 0600; throws `storage.no_directory` and `storage.cannot_write`.
  func save(_ plan: SyncRemote) throws {
    try Self.make(path)
    let temporaryFile = TemporaryFile(in: path)
    let file = Glibc.open(temporaryFile.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Files.cannotWrite(syncFile) }
    defer { close(file) }
    try Files.append(Array((plan.json.text + "\n").utf8), to: file, syncFile)
    do { try temporaryFile.publish(as: syncFile) } catch { throw Files.cannotWrite(syncFile) }
  }

  /// Removes the sync server; throws `storage.cannot_write`.
  func removeSyncRemote() throws(CairnError) {
    guard unlink(syncFile) == 0 || errno == ENOENT else { throw Files.cannotWrite(syncFile) }
    unlink(syncFailureFile)
  }
}

/// An exclusive lock on syncing a log, held by one program until it calls `end` or exits.
final class SyncLock: Sendable {
  private let file: Int32
  private let isHeld = Atomic<Bool>(true)

  /// Acquires the sync lock; nil when another program holds it.
  ///
  /// Throws `storage.cannot_write`.
  convenience init?(in directory: DataDirectory) throws(CairnError) {
    try self.init(at: directory.syncLock)
  }

  /// Acquires the lock on a file; nil when another program holds it.
  ///
  /// Throws `storage.cannot_write`.
  init?(at path: String) throws(CairnError) {
    file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Files.cannotWrite(path) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
  }

  /// Releases the lock; further calls do nothing.
  func end() { if isHeld.exchange(false, ordering: .relaxed) { close(file) } }
}
