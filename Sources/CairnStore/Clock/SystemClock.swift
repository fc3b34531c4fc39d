public import Cairn
import Foundation

/// The clock of this device: the only place where the time is read.
public enum SystemClock {
  /// The time now, in whole milliseconds.
  public static func now() -> Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
  }

  /// The time since this device was started, sleep included; nil where it cannot be told.
  ///
  /// On Linux CLOCK_BOOTTIME (clock_gettime(2)) and the id of the start (random(4)).
  public static func mark() -> ClockMark? {
    #if os(Linux)
    var time = timespec()
    let file = "/proc/sys/kernel/random/boot_id"
    guard clock_gettime(CLOCK_BOOTTIME, &time) == 0,
      let boot = try? String(contentsOfFile: file, encoding: .utf8)
    else { return nil }
    let elapsed = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    return ClockMark(boot: String(boot.prefix { $0 != "\n" }), elapsed: Milliseconds(elapsed))
    #else
    return nil
    #endif
  }
}
