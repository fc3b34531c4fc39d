public import Cairn

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The clock of this device: the only code that reads the time.
public enum SystemClock {
  /// Returns the current time, in whole milliseconds.
  public static func now() -> Instant {
    Instant(milliseconds: read(CLOCK_REALTIME) ?? 0)
  }

  /// Returns the time elapsed from boot, including sleep; nil if unavailable.
  ///
  /// On Linux CLOCK_BOOTTIME (clock_gettime(2)) and the boot id (random(4)); on Darwin CLOCK_MONOTONIC_RAW, which
  /// includes sleep there (clock_gettime(3)), and the boot session (sysctl(3)).
  public static func mark() -> ClockMark? {
    #if canImport(Darwin)
    let clock = CLOCK_MONOTONIC_RAW
    #else
    let clock = CLOCK_BOOTTIME
    #endif
    guard let elapsed = read(clock), let boot = bootID() else { return nil }
    return ClockMark(boot: boot, elapsed: Milliseconds(elapsed))
  }

  /// Returns the time of a clock in whole milliseconds, rounded down; nil if the system lacks it.
  private static func read(_ clock: clockid_t) -> Int64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  #if canImport(Darwin)
  private static func bootID() -> String? {
    var (line, size) = ([CChar](repeating: 0, count: 64), 64)
    guard sysctlbyname("kern.bootsessionuuid", &line, &size, nil, 0) == 0 else { return nil }
    return String(decoding: line.map(UInt8.init(bitPattern:)).prefix { $0 > 0x20 }, as: UTF8.self)
  }
  #else
  private static func bootID() -> String? {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    return String(decoding: line.map(UInt8.init(bitPattern:)).prefix { $0 > 0x20 }, as: UTF8.self)
  }
  #endif
}
