public import Cairn

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The clock of this device: the only place where the time is read.
public enum SystemClock {
  /// The time now, in whole milliseconds.
  public static func now() -> Instant {
    Instant(milliseconds: read(CLOCK_REALTIME) ?? 0)
  }

  /// The time since this device was started, sleep included; nil where it cannot be told.
  ///
  /// On Linux CLOCK_BOOTTIME (clock_gettime(2)) and the id of the start (random(4)).
  public static func mark() -> ClockMark? {
    #if os(Linux)
    guard let elapsed = read(CLOCK_BOOTTIME), let boot = bootID() else { return nil }
    return ClockMark(boot: boot, elapsed: Milliseconds(elapsed))
    #else
    return nil
    #endif
  }

  /// Whole milliseconds of a clock, rounded down; nil for one this system has not.
  private static func read(_ clock: clockid_t) -> Int64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The first line of the file in which Linux names this start; nil where there is none.
  private static func bootID() -> String? {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    return String(decoding: line.map(UInt8.init(bitPattern:)).prefix { $0 > 0x20 }, as: UTF8.self)
  }
}
