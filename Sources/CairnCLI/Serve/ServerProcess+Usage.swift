import CairnServer
import CairnSQLite
import Glibc

extension ServerProcess.Usage {
  /// Returns the current resource usage of this process; nil if the system does not report it.
  static func now() -> ServerProcess.Usage? {
    var usage = rusage()
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0, let pages = residentPages() else {
      return nil
    }
    let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return ServerProcess.Usage(
      residentBytes: pages * Int64(sysconf(Int32(_SC_PAGESIZE))),
      cpuMicros: seconds * 1_000_000 + Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec),
      // Subtract `.`, `..` and the descriptor of the directory.
      openFiles: max(0, LockedDirectory.names(in: "/proc/self/fd").count - 3)
    )
  }

  /// Returns the second number of `/proc/self/statm` (proc(5)).
  private static func residentPages() -> Int64? {
    guard let file = fopen("/proc/self/statm", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = fread(&bytes, 1, bytes.count, file)
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int64(fields[1]) : nil
  }
}
