#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An error number of the operating system.
package struct SystemError: Sendable, Equatable {
  /// The value of `errno`.
  package let number: Int32

  /// Takes the current `errno`.
  package init() { number = errno }

  /// Wraps a value of `errno`.
  package init(_ number: Int32) { self.number = number }

  /// A clause for people, such as `the disk is full`; the number if it has no words of ours.
  package var reason: String { Self.reasons[number] ?? "system error \(number)" }

  /// The system's own text.
  package var cause: String { String(cString: strerror(number)) }

  private static let reasons: [Int32: String] = [
    ENOENT: "there is no such file or folder", EACCES: "permission denied",
    EPERM: "permission denied", EROFS: "the disk is read-only", ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up", EFBIG: "the file is too large", EIO: "the disk failed",
    EISDIR: "it is a folder", ENOTDIR: "a part of the path is not a folder",
    ENOTEMPTY: "the folder is not empty", EEXIST: "it already exists", EBUSY: "it is in use",
    ELOOP: "it is a symbolic link", ENAMETOOLONG: "the name is too long",
    EMFILE: "too many files are open", ENFILE: "too many files are open",
    ENXIO: "no program reads from it", EPIPE: "the reader has closed it",
  ]
}
