package import CairnSQL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open folder; what it locks is free again when it goes, or when the process dies.
package struct LockedDirectory: ~Copyable, Sendable {
  private let file: Int32
  private let path: String

  /// Opens a folder; without the right to, nothing of it can be locked.
  package init(_ path: String) {
    self.path = path
    file = descriptor(of: path, O_RDONLY | O_DIRECTORY)
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// Locks the folder as `flock` does; whether it could.
  package func lock(_ how: Int32) -> Bool {
    while flock(file, how) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Waits until the names in it are on the disk; throws `io`.
  func sync() throws(StorageError) { try Self.sync(path) }

  /// Waits until a file or folder is on the disk; throws `io`.
  package static func sync(_ path: String) throws(StorageError) {
    let file = descriptor(of: path, O_RDONLY)
    try StorageError.check(file, path)
    defer { close(file) }
    try StorageError.check(fsync(file), path)
  }

  /// The folder that a path lies in.
  package static func above(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether the disk has no room for one more file in a folder, found by making one.
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

  /// The names in a folder, in no order; none where it cannot be read.
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
    return names
  }
}

extension StorageError {
  /// Throws what the operating system said when it refused.
  static func check(_ result: Int32, _ path: String) throws(StorageError) {
    guard result < 0 else { return }
    let number = errno
    let code: Code = number == ENOSPC || number == EDQUOT ? .full : .io
    throw StorageError(code, "\(path): \(String(cString: strerror(number))).")
  }
}
