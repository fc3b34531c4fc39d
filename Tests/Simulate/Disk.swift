import CSQLite
import CairnSQLite
import Foundation

/// A disk in memory that holds one log and can fail on request.
///
/// Its connection stays open across histories, so that statements are prepared once.
final class Disk: @unchecked Sendable {  // no lock: one history uses it at a time
  private let place: DiskPlace
  private var files: [String: DiskFile] = [:]
  /// Deleted files, which a power cut may restore.
  private var removed: [String: DiskFile] = [:]
  private var fault: (kind: DiskFault, calls: Int)?
  private var puts: UInt32 = 0
  private var opened: SQLiteDatabase?
  /// Whether the power is off, so that every call fails.
  private(set) var isOff = false
  /// Whether a failure occurred that was not handled yet.
  var hasFailed = false

  /// The file name of the log.
  private static let log = "log"

  init() {
    DiskCalls.install()
    place = DiskPlace()
    place.hold(self)
    files[Self.log] = DiskFile(on: self)
  }

  deinit { place.leave() }

  /// Returns the database of the log.
  func database() async throws -> SQLiteDatabase {
    if let opened { return opened }
    let path = place.path + Self.log
    let database = try await SQLiteDatabase.open(path: path, role: .device, on: .callers)
    opened = database
    return database
  }

  /// The bytes of the log file between two transactions.
  var content: Data { files[Self.log]?.bytes ?? Data() }

  /// Replaces the bytes of the log file between two transactions, as another process might.
  func put(_ content: Data) {
    var content = content
    puts += 1
    // A new change counter (https://www.sqlite.org/fileformat.html, 1.3.7), or an open connection would not read the
    // file again.
    for start in [24, 92] where content.count > 100 {
      withUnsafeBytes(of: (puts << 12).bigEndian) {
        content.replaceSubrange(start..<start + 4, with: $0)
      }
    }
    files = files.filter { $0.key == Self.log }
    files[Self.log]?.put(content)
    repair()
  }
}

// MARK: - Failures

/// A kind of disk failure.
enum DiskFault: Int, CaseIterable {
  /// Every call fails, and unsynced data may be lost.
  case powerCut
  /// One write fails because the disk is full.
  case full
  /// One call fails.
  case failure
}

extension Disk {
  /// Whether a failure is still possible.
  var mayFail: Bool { fault != nil || isOff }

  /// Schedules one failure after the given number of modifying calls.
  func fail(_ kind: DiskFault, after calls: Int) { fault = (kind, calls) }

  /// Ends all failures; the state after a power cut stays.
  func repair() { (fault, isOff, hasFailed, removed) = (nil, false, false, [:]) }

  /// Turns the power on again, after losing all or some unsynced data.
  func start(_ chance: SharedChance) {
    let cut = PowerCut(chance)
    for (name, file) in removed.sorted(by: { $0.key < $1.key }) where cut.takesBack() {
      files[name] = file
    }
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      if !file.isNamed, cut.takesBack() { files[name] = nil }
      file.cutPower(cut)
    }
    repair()
  }

  /// Counts a modifying call and returns its result code for SQLite.
  fileprivate func count(isWrite: Bool = false) -> Int32 {
    guard !isOff else { return SQLITE_IOERR }
    guard let (kind, calls) = fault, isWrite || kind != .full else { return SQLITE_OK }
    guard calls == 0 else {
      fault = (kind, calls - 1)
      return SQLITE_OK
    }
    hasFailed = true
    if kind == .powerCut { isOff = true } else { fault = nil }
    return kind == .full ? SQLITE_FULL : SQLITE_IOERR
  }
}

// MARK: - SQLite calls

extension Disk {
  func open(_ name: String, creates: Bool) -> DiskFile? {
    guard !isOff else { return nil }
    if let file = files[name] { return file }
    guard creates, count() == SQLITE_OK else { return nil }
    let file = DiskFile(on: self)
    files[name] = file
    return file
  }

  func has(_ name: String) -> Bool { files[name] != nil }

  func remove(_ name: String, synced: Bool) -> Int32 {
    let code = count()
    guard code == SQLITE_OK || isOff, let file = files.removeValue(forKey: name) else {
      return code
    }
    if isOff || !synced { removed[name] = file }
    return code
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: DiskFile, at offset: Int) -> Int32 {
    let (wasOff, code) = (isOff, count(isWrite: true))
    // A write in progress during a power cut may be complete.
    if code == SQLITE_OK || isOff && !wasOff { file.write(bytes, at: offset) }
    return code
  }

  func truncate(_ file: DiskFile, to size: Int) -> Int32 {
    let code = count()
    if code == SQLITE_OK { file.truncate(to: size) }
    return code
  }

  func sync(_ file: DiskFile) -> Int32 {
    let code = count()
    guard code == SQLITE_OK else { return code }
    // Syncing the name also makes earlier deletions permanent.
    if !file.isNamed { removed = [:] }
    file.sync()
    return code
  }
}
