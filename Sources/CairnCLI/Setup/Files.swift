import Cairn
import CairnSQL
import CairnSQLite
import Glibc

/// Functions that write whole files and report errors with a reason.
enum Files {
  /// Throws `storage.file_exists` instead of replacing a file.
  static func requireNew(_ path: String) throws(CairnError) {
    guard access(path, F_OK) == 0 else { return }
    throw CairnError(
      "storage.file_exists",
      "The file \(path) already exists.",
      hint: "Choose another name, or remove it first."
    )
  }

  /// Replaces the contents of a file; throws `storage.cannot_write`.
  static func write(_ bytes: [UInt8], to path: String) throws(CairnError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw cannotWrite(path) }
    do throws(CairnError) { try append(bytes, to: file, path) } catch {
      close(file)
      throw error
    }
    guard close(file) == 0 else { throw cannotWrite(path) }
  }

  /// Writes all bytes to an open file; throws `storage.cannot_write`.
  static func append(_ bytes: [UInt8], to file: Int32, _ path: String) throws(CairnError) {
    var remaining = bytes[...]
    while !remaining.isEmpty {
      let count = remaining.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw cannotWrite(path) }
      remaining = remaining.dropFirst(count)
    }
  }

  /// The folder for temporary files: `TMPDIR`, or `/tmp`.
  static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  /// Removes a folder with all that is in it, as far as that is possible.
  static func removeFolder(_ path: String) {
    for name in LockedDirectory.names(in: path) where unlink("\(path)/\(name)") != 0 {
      removeFolder("\(path)/\(name)")
    }
    rmdir(path)
  }

  static func cannotWrite(_ path: String) -> CairnError {
    let error = SystemError()
    return CairnError(
      "storage.cannot_write",
      "The file \(path) cannot be written: \(error.reason).",
      hint: "Check the directory and the free disk space.",
      cause: error.cause
    )
  }

  static func unreadable(_ path: String) -> CairnError { unreadable(named: "The file \(path)") }

  /// Returns the error for a source whose name begins a sentence.
  static func unreadable(named name: String) -> CairnError {
    let error = SystemError()
    return CairnError(
      "input.no_file",
      "\(name) cannot be read: \(error.reason).",
      hint: "Check the path.",
      cause: error.cause
    )
  }
}

/// The destination of an export: standard output, or a file that appears only when it is complete.
final class ExportSink: Sendable {
  private let path: String?
  private let temporaryFile: TemporaryFile?
  private let descriptor: Int32
  private let output: Output

  /// Opens the destination; throws `storage.file_exists` or `storage.cannot_write`.
  init(_ path: String?, _ output: Output) throws(CairnError) {
    self.path = path
    self.output = output
    guard let path else {
      (temporaryFile, descriptor) = (nil, -1)
      return
    }
    try Files.requireNew(path)
    let temporaryFile = TemporaryFile(in: LockedDirectory.above(path))
    self.temporaryFile = temporaryFile
    descriptor = open(temporaryFile.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Files.cannotWrite(path) }
  }

  /// Appends bytes; throws `storage.cannot_write`.
  func write(_ bytes: [UInt8]) throws(CairnError) {
    guard let path else {
      return output.standardOutput.write(String(decoding: bytes, as: UTF8.self))
    }
    try Files.append(bytes, to: descriptor, path)
  }

  /// Syncs the file and renames it durably; throws `storage.cannot_write`.
  func finish() throws(CairnError) {
    guard let path, let temporaryFile else { return }
    do throws(StorageError) {
      try temporaryFile.publish(as: path)
    } catch {
      throw Files.cannotWrite(path)
    }
  }

  /// Deletes an unfinished file.
  func discard() {
    if let temporaryFile { unlink(temporaryFile.path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
