import Cairn
import CairnExchange
import CairnSQLite
import CairnTransfer
import Glibc

/// A temporary file in the directory of a log; later processes delete it after a crash.
final class ScopedTemporaryFile: ScopedFile {
  private let temporaryFile: TemporaryFile
  private let descriptor: Int32

  /// Creates an empty file with mode 0600; throws `storage.cannot_write`.
  convenience init(in folder: String) throws(CairnError) {
    try self.init(TemporaryFile(in: folder), flags: O_CREAT | O_EXCL)
  }

  /// Opens a temporary file with more `flags` of open(2); throws `storage.cannot_write`.
  init(_ temporaryFile: TemporaryFile, flags: Int32) throws(CairnError) {
    self.temporaryFile = temporaryFile
    descriptor = open(temporaryFile.path, O_RDWR | O_CLOEXEC | flags, 0o600)
    guard descriptor >= 0 else { throw Files.cannotWrite(temporaryFile.path) }
  }

  /// The size in bytes.
  var size: Int { Int(lseek(descriptor, 0, SEEK_END)) }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func append(_ bytes: [UInt8]) throws {
    try Files.append(bytes, to: descriptor, temporaryFile.path)
  }

  func block(at offset: Int, limit: Int) throws -> [UInt8] {
    var block = [UInt8](repeating: 0, count: limit)
    var count = pread(descriptor, &block, limit, off_t(offset))
    while count < 0, errno == EINTR { count = pread(descriptor, &block, limit, off_t(offset)) }
    guard count >= 0 else { throw Files.unreadable(temporaryFile.path) }
    block.removeLast(limit - count)
    return block
  }

  func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try eachBlock { bytes += $0 }
    return bytes
  }

  func eachBlock(_ body: ([UInt8]) throws -> Void) throws {
    var offset = 0
    while case let block = try block(at: offset, limit: 1 << 20), !block.isEmpty {
      offset += block.count
      try body(block)
    }
  }

  func database(as format: FileFormat, _ choice: RowChoice) async throws -> ImportedDatabase {
    let name = "The upload"
    guard !ZipArchive.recognizes(try block(at: 0, limit: 16)) else {
      return try await ForeignDatabase.unpack(bytes, name: name, as: format, choice, on: .own)
    }
    do {
      return try await ForeignDatabase.read(
        temporaryFile.path,
        name: name,
        as: format,
        choice,
        on: .own
      )
    } catch let error as CairnError {
      // Do not reveal the path, which also precedes the errors of SQLite.
      let path = temporaryFile.path
      let message = error.message.replacing(path + ": ", with: "").replacing(path, with: "it")
      throw error.with(message: message)
    }
  }
}
