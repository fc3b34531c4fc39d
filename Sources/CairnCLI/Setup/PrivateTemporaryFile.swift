import Cairn
import Glibc

/// Bytes as a file that only its owner may read, for what opens files by their path.
final class PrivateTemporaryFile: Sendable {
  /// Where it lies, in `TMPDIR`.
  let path: String

  /// Writes the file; throws `storage.cannot_write`.
  init(of bytes: [UInt8]) throws(CairnError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/cairn-import-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    guard file >= 0 else { throw Files.cannotWrite(path) }
    defer { close(file) }
    do throws(CairnError) { try Files.append(bytes, to: file, path) } catch {
      unlink(path)
      throw error
    }
  }

  /// Removes the file; who has it open can go on.
  func remove() { unlink(path) }

  deinit { unlink(path) }
}
