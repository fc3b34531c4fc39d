import CSQLite
import Foundation

/// A SQLite VFS for the files of a ``Disk`` (https://www.sqlite.org/vfs.html).
///
/// Forwards all other files to the system's VFS.
enum DiskCalls {
  /// Installs it as the default VFS, once.
  static func install() { _ = isInstalled }

  private static let isInstalled: Bool = {
    // First, because SQLite rejects it later: the settings that the product makes when it opens a file.
    _ = cairn_sqlite3_configure()
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let calls = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    calls.initialize(to: system.pointee)
    calls.pointee.zName = UnsafePointer(strdup("cairn-simulated"))
    calls.pointee.szOsFile = max(system.pointee.szOsFile, Int32(MemoryLayout<Handle>.size))
    calls.pointee.pAppData = UnsafeMutableRawPointer(system)
    calls.pointee.pNext = nil
    setNames(&calls.pointee)
    return sqlite3_vfs_register(calls, 1) == SQLITE_OK
  }()

  private static func setNames(_ calls: inout sqlite3_vfs) {
    calls.xOpen = { calls, name, file, flags, taken in
      guard let name, DiskPlace.isOne(name) else {
        return DiskCalls.system(calls) { $0.pointee.xOpen($0, name, file, flags, taken) }
      }
      return DiskCalls.open(name, file, flags, taken)
    }
    calls.xDelete = { calls, name, syncs in
      guard let name, DiskPlace.isOne(name) else {
        return DiskCalls.system(calls) { $0.pointee.xDelete($0, name, syncs) }
      }
      return DiskPlace.find(name).map { $0.disk.remove($0.name, synced: syncs != 0) }
        ?? SQLITE_IOERR
    }
    calls.xAccess = { calls, name, flags, result in
      guard let name, DiskPlace.isOne(name) else {
        return DiskCalls.system(calls) { $0.pointee.xAccess($0, name, flags, result) }
      }
      result?.pointee = DiskPlace.find(name).map { $0.disk.has($0.name) } ?? false ? 1 : 0
      return SQLITE_OK
    }
    calls.xFullPathname = { calls, name, count, result in
      guard let name, DiskPlace.isOne(name) else {
        return DiskCalls.system(calls) { $0.pointee.xFullPathname($0, name, count, result) }
      }
      guard let result, strlen(name) < Int(count) else { return SQLITE_CANTOPEN }
      strcpy(result, name)
      return SQLITE_OK
    }
  }

  fileprivate static func system(
    _ calls: UnsafeMutablePointer<sqlite3_vfs>?,
    _ call: (UnsafeMutablePointer<sqlite3_vfs>) -> Int32
  ) -> Int32 {
    guard let system = calls?.pointee.pAppData else { return SQLITE_ERROR }
    return call(system.assumingMemoryBound(to: sqlite3_vfs.self))
  }

  fileprivate static func open(
    _ name: UnsafePointer<CChar>,
    _ handle: UnsafeMutablePointer<sqlite3_file>?,
    _ flags: Int32,
    _ taken: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    handle?.pointee.pMethods = nil
    guard let handle, let (disk, name) = DiskPlace.find(name),
      let file = disk.open(name, creates: flags & SQLITE_OPEN_CREATE != 0)
    else { return SQLITE_CANTOPEN }
    taken?.pointee = flags
    UnsafeMutableRawPointer(handle).initializeMemory(
      as: Handle.self,
      to: Handle(methods: methods, file: .passRetained(file))
    )
    return SQLITE_OK
  }
}

/// SQLite's state of an open file, which must start with its methods.
private struct Handle {
  let methods: UnsafePointer<sqlite3_io_methods>?
  let file: Unmanaged<DiskFile>

  static func file(_ pointer: UnsafeMutablePointer<sqlite3_file>?) -> Unmanaged<DiskFile>? {
    UnsafeRawPointer(pointer)?.assumingMemoryBound(to: Handle.self).pointee.file
  }

  /// Calls the file and returns the result code of its disk.
  static func ask(
    _ pointer: UnsafeMutablePointer<sqlite3_file>?,
    _ question: (DiskFile) -> Int32
  ) -> Int32 {
    file(pointer).map { $0._withUnsafeGuaranteedRef(question) } ?? SQLITE_MISUSE
  }
}

/// Lives as long as the process, because open files point to it.
nonisolated(unsafe) private let methods: UnsafePointer<sqlite3_io_methods> = {
  var methods = sqlite3_io_methods()
  methods.iVersion = 1
  setBytes(&methods)
  setSync(&methods)
  setTraits(&methods)
  let kept = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  kept.initialize(to: methods)
  return UnsafePointer(kept)
}()

private func setBytes(_ methods: inout sqlite3_io_methods) {
  methods.xRead = { pointer, buffer, count, offset in
    Handle.ask(pointer) { file in
      guard !file.disk.isOff else { return SQLITE_IOERR }
      let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
      let isWhole = file.read(into: buffer, at: Int(offset))
      return isWhole ? SQLITE_OK : SQLITE_IOERR | 2 << 8  // SQLITE_IOERR_SHORT_READ
    }
  }
  methods.xWrite = { pointer, buffer, count, offset in
    Handle.ask(pointer) {
      let bytes = UnsafeRawBufferPointer(start: buffer, count: Int(count))
      return $0.disk.write(bytes, to: $0, at: Int(offset))
    }
  }
  methods.xTruncate = { pointer, size in
    Handle.ask(pointer) { $0.disk.truncate($0, to: Int(size)) }
  }
  methods.xFileSize = { pointer, size in
    Handle.ask(pointer) {
      size?.pointee = Int64($0.bytes.count)
      return SQLITE_OK
    }
  }
}

private func setSync(_ methods: inout sqlite3_io_methods) {
  methods.xSync = { pointer, _ in Handle.ask(pointer) { $0.disk.sync($0) } }
  methods.xClose = { pointer in
    Handle.file(pointer)?.release()
    return SQLITE_OK
  }
}

/// Sets the methods for locking and disk properties.
///
/// One connection uses a file, so nothing is locked. Sectors are written atomically, as on the system's disks.
private func setTraits(_ methods: inout sqlite3_io_methods) {
  methods.xLock = { _, _ in SQLITE_OK }
  methods.xUnlock = { _, _ in SQLITE_OK }
  methods.xCheckReservedLock = { _, result in
    result?.pointee = 0
    return SQLITE_OK
  }
  methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
  methods.xSectorSize = { _ in Int32(DiskFile.sector) }
  methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
}
