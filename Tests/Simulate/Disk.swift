import CSQLite
import CairnSQLite
import Foundation

/// A disk in memory that holds one log, and fails when it is told to.
///
/// Its connection stays open from one history to the next, so that statements are prepared once.
final class Disk: @unchecked Sendable {  // one history at a time has it: no lock
  private let place: DiskPlace
  private var files: [String: DiskFile] = [:]
  /// Files that were removed, which a power cut may bring back.
  private var removed: [String: DiskFile] = [:]
  private var fault: (kind: DiskFault, calls: Int)?
  private var puts: UInt32 = 0
  private var opened: SQLiteDatabase?
  /// Whether power was cut; nothing works any more.
  private(set) var isOff = false
  /// Whether anything went wrong that nobody has seen yet.
  var hasFailed = false

  /// The name of the log.
  private static let log = "log"

  init() {
    DiskCalls.install()
    place = DiskPlace()
    place.hold(self)
    files[Self.log] = DiskFile(on: self)
  }

  deinit { place.leave() }

  /// The log that lies here.
  func database() async throws -> SQLiteDatabase {
    if let opened { return opened }
    let path = place.path + Self.log
    let database = try await SQLiteDatabase.open(path: path, role: .device, on: .callers)
    opened = database
    return database
  }

  /// The bytes of the log as they are between two transactions.
  var content: Data { files[Self.log]?.bytes ?? Data() }

  /// Puts other bytes in the place of the log, between two transactions, as another process might.
  func put(_ content: Data) {
    var content = content
    puts += 1
    // A new number of changes (https://www.sqlite.org/fileformat.html, 1.3.7), or a connection that
    // is open would not look at the file again.
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

// MARK: - What goes wrong

/// What a disk may do wrong.
enum DiskFault: Int, CaseIterable {
  /// Nothing works any more, and what was not synced is lost or not.
  case powerCut
  /// One write finds no room.
  case full
  /// One call fails.
  case failure
}

extension Disk {
  /// Whether anything may go wrong.
  var mayFail: Bool { fault != nil || isOff }

  /// Lets something go wrong once, after so many calls that change something.
  func fail(_ kind: DiskFault, after calls: Int) { fault = (kind, calls) }

  /// Nothing goes wrong any more; what a power cut has left stays as it is.
  func repair() { (fault, isOff, hasFailed, removed) = (nil, false, false, [:]) }

  /// Brings the power back, after a cut that took what was not synced, or some of it.
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

  /// Counts a call that changes something; what SQLite is told of it.
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

// MARK: - What SQLite asks of it

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
    // What is under way when power is cut may have arrived.
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
    // With its name those that were removed before are settled.
    if !file.isNamed { removed = [:] }
    file.sync()
    return code
  }
}
