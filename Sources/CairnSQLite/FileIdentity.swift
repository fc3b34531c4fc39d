#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The identity of a file, which distinguishes it from its copies: inode and birth time.
///
/// It survives a rename, and a restart, which may change the device number.
package enum FileIdentity {
  /// Returns an identity such as `1835027-1767636000.120000000`; nil if there is no such file.
  ///
  /// On a file system without birth times, it is the inode alone.
  package static func of(_ path: String) -> String? {
    if let identity = bornIdentity(path) { return identity }
    var status = stat()
    return stat(path, &status) == 0 ? String(status.st_ino) : nil
  }

  #if canImport(Darwin)
  private static func bornIdentity(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let birth = status.st_birthtimespec
    return "\(status.st_ino)-\(birth.tv_sec).\(birth.tv_nsec)"
  }
  #else
  private static func bornIdentity(_ path: String) -> String? {
    statxCall.flatMap { identity(path, $0) }
  }

  private typealias StatxCall =
    @convention(c) (
      Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
    ) -> Int32

  /// `statx(2)`, which glibc declares only under `_GNU_SOURCE`.
  private static let statxCall: StatxCall? = dlsym(nil, "statx").map {
    unsafeBitCast($0, to: StatxCall.self)
  }
  /// STATX_INO and STATX_BTIME.
  private static let (number, birth): (UInt32, UInt32) = (0x100, 0x800)

  /// Reads the fields of `struct statx` by offset.
  private static func identity(_ path: String, _ statxCall: StatxCall) -> String? {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { status in
      guard let start = status.baseAddress,
        statxCall(AT_FDCWD, path, 0, number | birth, start) == 0,
        start.load(as: UInt32.self) & birth != 0
      else { return nil }
      let seconds = start.load(fromByteOffset: 80, as: Int64.self)
      let nanoseconds = start.load(fromByteOffset: 88, as: UInt32.self)
      return "\(start.load(fromByteOffset: 32, as: UInt64.self))-\(seconds).\(nanoseconds)"
    }
  }
  #endif
}
