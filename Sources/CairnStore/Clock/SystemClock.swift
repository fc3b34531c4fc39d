public import Cairn
import Foundation

/// The clock of this device: the only place where the time is read.
public enum SystemClock {
  /// The time now, in whole milliseconds.
  public static func now() -> Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
  }
}
