import Cairn
import Glibc

/// A file to import, or standard input as one, read up to a size limit.
struct ImportFile: Sendable {
  /// The path of the bytes.
  let path: String
  /// The display name at the start of a sentence.
  let name: String
  /// The first 8 KiB, or the whole file if it is shorter.
  let beginning: [UInt8]

  private let limit: Int
  private let isCopy: Bool

  /// Opens a file; `-` is standard input, which is first copied to a private file.
  ///
  /// `limit` returns the maximum size for a beginning, or throws. Throws `input.no_file`,
  /// `input.not_a_file` for a directory, a device or a pipe, and `input.too_large`.
  init(_ path: String, limit: ([UInt8]) throws(CairnError) -> Int) throws(CairnError) {
    name = path == "-" ? "Standard input" : "The file \(path)"
    isCopy = path == "-"
    if isCopy {
      (self.path, beginning, self.limit) = try StandardInput.copy(name, limit)
      return
    }
    self.path = path
    let size = try Self.size(of: path, name)
    beginning = try Self.beginning(of: path, name)
    self.limit = try limit(beginning)
    guard size <= self.limit else { throw Self.tooBig(name, self.limit) }
  }

  /// Deletes the private copy, if this is one.
  func remove() {
    if isCopy { unlink(path) }
  }

  /// Returns all bytes; throws `input.no_file`, and `input.too_large` if the file has grown.
  func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try eachBlock { bytes += $0 }
    return bytes
  }

  /// Calls the closure with blocks of 1 MiB; can be repeated; throws like ``bytes()`` and `body`.
  func eachBlock(_ body: ([UInt8]) throws -> Void) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Files.unreadable(named: name) }
    defer { close(file) }
    var size = 0
    while case let block = try Self.block(of: file, name, 1 << 20), !block.isEmpty {
      size += block.count
      guard size <= limit else { throw Self.tooBig(name, limit) }
      try body(block)
    }
  }

  /// Reads up to `limit` bytes; returns none at the end.
  fileprivate static func block(
    of file: Int32,
    _ name: String,
    _ limit: Int
  ) throws(CairnError) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: limit)
    var count = read(file, &block, limit)
    while count < 0, errno == EINTR { count = read(file, &block, limit) }
    guard count >= 0 else { throw Files.unreadable(named: name) }
    block.removeLast(limit - count)
    return block
  }

  private static func size(of path: String, _ name: String) throws(CairnError) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Files.unreadable(named: name) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      let what = [S_IFDIR: "a folder", S_IFIFO: "a pipe", S_IFSOCK: "a socket"][kind] ?? "a device"
      throw CairnError(
        "input.not_a_file",
        "\(path) is \(what), not a file.",
        hint: "Give a file, or - to read standard input."
      )
    }
    return Int(status.st_size)
  }

  private static func beginning(of path: String, _ name: String) throws(CairnError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Files.unreadable(named: name) }
    defer { close(file) }
    return try block(of: file, name, 8_192)
  }

  fileprivate static func tooBig(_ name: String, _ limit: Int) -> CairnError {
    CairnError(
      "input.too_large",
      "\(name) is larger than \(limit) bytes.",
      hint: "Split the file, or check that it is the right one. Nothing was imported."
    )
  }
}

/// Standard input as a file that can be read repeatedly and by SQLite.
private enum StandardInput {
  /// Copies standard input to a file with mode 0600; deletes the file if it throws.
  static func copy(
    _ name: String,
    _ limit: ([UInt8]) throws(CairnError) -> Int
  ) throws(CairnError) -> (path: String, beginning: [UInt8], limit: Int) {
    let folder = Files.temporaryFolder
    var template = Array("\(folder)/cairn-import-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    let path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    guard file >= 0 else { throw Files.cannotWrite(path) }
    defer { close(file) }
    do throws(CairnError) {
      let (beginning, limit) = try fill(file, path, name, limit)
      return (path, beginning, limit)
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func fill(
    _ file: Int32,
    _ path: String,
    _ name: String,
    _ limit: ([UInt8]) throws(CairnError) -> Int
  ) throws(CairnError) -> (beginning: [UInt8], limit: Int) {
    var beginning: [UInt8] = []
    while beginning.count < 8_192 {
      let block = try ImportFile.block(of: 0, name, 8_192 - beginning.count)
      if block.isEmpty { break }
      beginning += block
    }
    let limit = try limit(beginning)
    var (size, block) = (0, beginning)
    while !block.isEmpty {
      size += block.count
      guard size <= limit else { throw ImportFile.tooBig(name, limit) }
      try Files.append(block, to: file, path)
      block = try ImportFile.block(of: 0, name, 1 << 20)
    }
    return (beginning, limit)
  }
}
