import Cairn
import Glibc
import Synchronization

/// A temporary file with mode 0600, for libraries that open files by path.
final class PrivateTemporaryFile: Sendable {
  /// The path, in `TMPDIR`.
  let path: String
  private let isKept = Atomic<Bool>(false)

  /// Writes the file; throws `storage.cannot_write`.
  init(of bytes: [UInt8], named name: String = "cairn-import") throws(CairnError) {
    let folder = Files.temporaryFolder
    var template = Array("\(folder)/\(name)-XXXXXX".utf8CString)
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

  /// Deletes the file; open descriptors stay usable.
  func remove() { unlink(path) }

  /// Leaves the file to the person, whose text is in it.
  func keep() { isKept.store(true, ordering: .relaxed) }

  deinit { if !isKept.load(ordering: .relaxed) { unlink(path) } }
}
