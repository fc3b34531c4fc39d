import Cairn
import CairnSQLite
import Glibc
import Synchronization

extension DataDirectory {
  /// The server that this log follows; nil when none was named.
  ///
  /// Throws `sync.address`.
  func syncPlan() throws(CairnError) -> SyncRemote? {
    guard let file = fopen(syncFile, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = fread(&bytes, 1, bytes.count, file)
    return try SyncRemote(json: Array(bytes.prefix(count)))
  }

  /// Why the last run failed, in a sentence.
  var lastTrouble: String? {
    guard let file = fopen(syncTrouble, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = fread(&bytes, 1, bytes.count, file)
    let reason = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").first
    return reason.map(String.init) ?? "Its reason could not be kept, as on a full disk."
  }

  /// Keeps why the last run failed, or that it did not; without it a log is as good.
  func keep(trouble: String?) {
    guard let trouble else {
      unlink(syncTrouble)
      return
    }
    try? Files.write(Array("\(trouble)\n".utf8), to: syncTrouble)
  }

  /// Whether this log follows a server.
  var hasSyncPlan: Bool { access(syncFile, F_OK) == 0 }

  /// Keeps the server that the log follows, for the owner of the directory alone; throws
  /// `storage.no_directory` and `storage.cannot_write`.
  func keep(_ plan: SyncRemote) throws {
    try Self.make(path)
    let temporaryFile = TemporaryFile(in: path)
    let file = Glibc.open(temporaryFile.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Files.cannotWrite(syncFile) }
    defer { close(file) }
    try Files.append(Array((plan.json.text + "\n").utf8), to: file, syncFile)
    do { try temporaryFile.publish(as: syncFile) } catch { throw Files.cannotWrite(syncFile) }
  }

  /// Forgets the server; throws `storage.cannot_write`.
  func forgetSyncPlan() throws(CairnError) {
    guard unlink(syncFile) == 0 || errno == ENOENT else { throw Files.cannotWrite(syncFile) }
    unlink(syncTrouble)
  }
}

/// The right to sync a log, held by one program at a time until it lets go or ends.
final class SyncLock: Sendable {
  private let file: Int32
  private let isHeld = Atomic<Bool>(true)

  /// Takes the turn; nil when another program has it.
  ///
  /// Throws `storage.cannot_write`.
  convenience init?(in directory: DataDirectory) throws(CairnError) {
    try self.init(at: directory.syncLock)
  }

  /// Takes the turn that a file stands for; nil when another program has it.
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

  /// Lets it go; once is enough.
  func end() { if isHeld.exchange(false, ordering: .relaxed) { close(file) } }
}
