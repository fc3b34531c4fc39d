import Cairn
import CairnSQL
import CairnSQLite
import CairnStore
import Glibc

/// A folder of backups of one log, named by their creation time.
struct BackupFolder: Sendable {
  let path: String

  /// The default number of backups to keep.
  static let defaultCount = 30

  /// Returns an unused file name in the folder; creates the folder if it is missing.
  func newFile(at now: Instant) throws(CairnError) -> String {
    try DataDirectory.make(path)
    let name = "\(path)/\(now.text.replacing(":", with: "-"))"
    var file = name + ".sqlite"
    var number = 2
    while access(file, F_OK) == 0 {
      file = "\(name)-\(number).sqlite"
      number += 1
    }
    return file
  }

  /// Deletes the oldest backups beyond `keep`, except `new` and those from before an upgrade.
  ///
  /// Age is the modification time and not the name, because the clock may have been set back.
  func prune(keep: Int, new: String) {
    let old = names.map { "\(path)/\($0)" }.filter { $0 != new }
      .sorted { Self.age(of: $0) > Self.age(of: $1) }.dropLast(keep - 1)
    for file in old { unlink(file) }
  }

  /// The creation time of the latest backup, from its name; nil without one.
  var latest: Instant? { names.compactMap(Self.instant).max() }

  /// The path of the latest backup; nil without one.
  var latestFile: String? {
    names.compactMap { name in Self.instant(name).map { (name, $0) } }
      .max { $0.1 < $1.1 }.map { "\(path)/\($0.0)" }
  }

  /// A function that returns a fingerprint of a database.
  typealias Fingerprint<Value> = (any SQLDatabase) async throws -> Value

  /// Backs up a log unless the latest backup is equal; returns whether it did.
  func copy(_ database: SQLiteDatabase, at now: Instant) async throws -> Bool {
    try await copy(database, at: now, by: Log.head)
  }

  /// Backs up a database unless the latest backup has the same fingerprint; returns whether it did.
  func copy<Value: Equatable>(
    _ database: SQLiteDatabase,
    at now: Instant,
    by fingerprint: Fingerprint<Value>
  ) async throws -> Bool {
    try await translated {
      guard try await hasChanged(database, fingerprint) else { return false }
      let file = try newFile(at: now)
      try await database.backup(to: file)
      prune(keep: Self.defaultCount, new: file)
      return true
    }
  }

  /// Deletes all backups.
  func remove() {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  private func hasChanged<Value: Equatable>(
    _ database: SQLiteDatabase,
    _ fingerprint: Fingerprint<Value>
  ) async throws -> Bool {
    guard let latestFile else { return true }
    let now = try await fingerprint(database)
    do {
      let copy = try await SQLiteDatabase.open(path: latestFile, role: .untrusted)
      return try await fingerprint(copy) != now
    } catch is StorageError {
      return true  // the copy cannot be read
    }
  }

  private var names: [String] {
    LockedDirectory.names(in: path).filter {
      $0.hasSuffix(".sqlite") && $0.utf8.first.map { (0x30...0x39).contains($0) } == true
    }
  }

  /// Returns the time in a name such as `2026-03-05T21-00-00Z-2.sqlite`.
  private static func instant(_ name: String) -> Instant? {
    let parts = name.prefix { $0 != "Z" }.split(separator: "T")
    guard parts.count == 2 else { return nil }
    return Instant(text: "\(parts[0])T\(parts[1].replacing("-", with: ":"))Z")
  }

  /// Returns a file's age for comparison only; its zero is arbitrary.
  private static func age(of path: String) -> Duration {
    var status = stat()
    guard stat(path, &status) == 0 else { return .zero }
    return .seconds(-status.st_mtim.tv_sec) - .nanoseconds(status.st_mtim.tv_nsec)
  }
}
