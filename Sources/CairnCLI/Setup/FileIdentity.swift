import Glibc

/// What tells a file from every copy of it, wherever that lies: its number on the disk and when it
/// was made.
///
/// It stays through restarts, where the number of the disk itself may change, and a file that is
/// renamed keeps it.
enum FileIdentity {
  /// The place of a file, such as `1835027-1767636000.120000000`; nil when there is no such file.
  ///
  /// Where nobody knows when a file was made, it is the number alone.
  static func of(_ path: String) -> String? {
    if let ask, let place = place(path, ask) { return place }
    var status = stat()
    return stat(path, &status) == 0 ? String(status.st_ino) : nil
  }

  private typealias Ask =
    @convention(c) (
      Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
    ) -> Int32

  /// `statx`, which the headers show to programs for Linux alone (statx(2)).
  private static let ask: Ask? = dlsym(nil, "statx").map { unsafeBitCast($0, to: Ask.self) }
  /// STATX_INO and STATX_BTIME.
  private static let (number, birth): (UInt32, UInt32) = (0x100, 0x800)

  /// Reads the members of `struct statx` by where they stand in it.
  private static func place(_ path: String, _ ask: Ask) -> String? {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { status in
      guard let start = status.baseAddress,
        ask(AT_FDCWD, path, 0, number | birth, start) == 0,
        start.load(as: UInt32.self) & birth != 0
      else { return nil }
      let seconds = start.load(fromByteOffset: 80, as: Int64.self)
      let nanoseconds = start.load(fromByteOffset: 88, as: UInt32.self)
      return "\(start.load(fromByteOffset: 32, as: UInt64.self))-\(seconds).\(nanoseconds)"
    }
  }
}
