package import CairnSQL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open directory; its lock is released at deinit, or when the process dies.
package struct LockedDirectory: ~Copyable, Sendable {
  private let file: Int32
  private let path: String

  /// Opens a directory.
  ///
  /// If that fails, ``lock(_:)`` fails too.
  package init(_ path: String) {
    self.path = path
    file = descriptor(of: path, O_RDONLY | O_DIRECTORY)
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// Locks the directory with `flock`; returns whether that succeeded.
  package func lock(_ how: Int32) -> Bool {
    while flock(file, how) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Syncs the directory's entries to disk; throws `io`.
  func sync() throws(StorageError) { try Self.sync(path) }

  /// Syncs a file or directory to disk; throws `io`.
  package static func sync(_ path: String) throws(StorageError) {
    let file = descriptor(of: path, O_RDONLY)
    try StorageError.check(file, path)
    defer { close(file) }
    #if canImport(Darwin)
    // There fsync(2) may leave data in the drive's cache; not every file system can flush that.
    if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    try StorageError.check(fsync(file), path)
  }

  /// Returns the parent directory of a path.
  package static func above(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns whether the disk has no room for another file in a directory, by creating one.
  static func isFull(_ path: String) -> Bool {
    let probe = path + "/" + TemporaryFile.newName()
    let file = descriptor(of: probe, O_CREAT | O_EXCL | O_WRONLY)
    guard file < 0 else {
      close(file)
      unlink(probe)
      return false
    }
    return errno == ENOSPC || errno == EDQUOT
  }

  /// Returns the names in a directory, unordered, without `.` and `..`; none if it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
      )
    }
    return names.filter { $0 != "." && $0 != ".." }
  }
}

extension StorageError {
  /// Throws the operating system's error if the result is negative.
  static func check(_ result: Int32, _ path: String) throws(StorageError) {
    guard result < 0 else { return }
    let error = SystemError()
    let code: Code = error.number == ENOSPC || error.number == EDQUOT ? .full : .io
    throw StorageError(code, "\(path): \(error.reason)", cause: error.cause)
  }
}
