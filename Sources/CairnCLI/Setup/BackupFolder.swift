import Cairn
import CairnSQL
import CairnSQLite
import CairnStore
import Glibc

/// A folder of copies of one log, each named after the moment it was made.
struct BackupFolder: Sendable {
  let path: String

  /// How many copies stay where nobody says otherwise.
  static let usual = 30

  /// A new name in the folder, which is made when it is missing.
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

  /// Removes the copies made first beyond `keep`; the new one and those made before an upgrade
  /// stay.
  ///
  /// The disk knows better than the names which came first: a clock can be set back.
  func thin(keep: Int, new: String) {
    let old = names.map { "\(path)/\($0)" }.filter { $0 != new }
      .sorted { Self.age(of: $0) > Self.age(of: $1) }.dropLast(keep - 1)
    for file in old { unlink(file) }
  }

  /// When the latest copy was made, as its name says; nil without one.
  var latest: Instant? { names.compactMap(Self.instant).max() }

  /// The file of the latest copy; nil without one.
  var latestFile: String? {
    names.compactMap { name in Self.instant(name).map { (name, $0) } }
      .max { $0.1 < $1.1 }.map { "\(path)/\($0.0)" }
  }

  /// What tells two databases apart.
  typealias Mark<Value> = (any SQLDatabase) async throws -> Value

  /// Copies a log into the folder unless the latest copy holds the same; whether it did.
  func copy(_ database: SQLiteDatabase, at now: Instant) async throws -> Bool {
    try await copy(database, at: now, by: Log.head)
  }

  /// Copies a database into the folder unless the latest copy has the same mark; whether it did.
  func copy<Value: Equatable>(
    _ database: SQLiteDatabase,
    at now: Instant,
    by mark: Mark<Value>
  ) async throws -> Bool {
    try await translated {
      guard try await hasChanged(database, mark) else { return false }
      let file = try newFile(at: now)
      try await database.backup(to: file)
      thin(keep: Self.usual, new: file)
      return true
    }
  }

  /// Removes all copies.
  func remove() {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  private func hasChanged<Value: Equatable>(
    _ database: SQLiteDatabase,
    _ mark: Mark<Value>
  ) async throws -> Bool {
    guard let latestFile else { return true }
    let now = try await mark(database)
    do {
      let copy = try await SQLiteDatabase.open(path: latestFile, role: .untrusted)
      return try await mark(copy) != now
    } catch is StorageError {
      return true  // the copy cannot be read
    }
  }

  private var names: [String] {
    LockedDirectory.names(in: path).filter {
      $0.hasSuffix(".sqlite") && $0.utf8.first.map { (0x30...0x39).contains($0) } == true
    }
  }

  /// The moment in a name such as `2026-03-05T21-00-00Z-2.sqlite`.
  private static func instant(_ name: String) -> Instant? {
    let parts = name.prefix { $0 != "Z" }.split(separator: "T")
    guard parts.count == 2 else { return nil }
    return Instant(text: "\(parts[0])T\(parts[1].replacing("-", with: ":"))Z")
  }

  /// How long ago a file was written, to be compared only.
  private static func age(of path: String) -> Duration {
    var status = stat()
    guard stat(path, &status) == 0 else { return .zero }
    return .seconds(-status.st_mtim.tv_sec) - .nanoseconds(status.st_mtim.tv_nsec)
  }
}
