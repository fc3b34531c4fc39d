import Cairn
import Foundation
import Synchronization

/// The wall clock and the monotonic clock of an app.
///
/// It can skip ahead, so that playing a story takes no real time.
final class PlayerClock: Sendable {
  private static let start = ContinuousClock.now
  private let process = UUID().uuidString
  private let ahead: Mutex<Milliseconds>

  init(ahead: Milliseconds) { self.ahead = Mutex(ahead) }

  func reading() -> ClockReading {
    let ahead = ahead.withLock { $0 }
    let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) + ahead
    let passed = Milliseconds(Int64(Self.start.duration(to: .now) / .milliseconds(1)))
    // The offset keeps the elapsed time of the mark positive.
    let elapsed = Milliseconds.hours(1_000_000) + passed + ahead
    return ClockReading(now: now, mark: ClockMark(boot: process, elapsed: elapsed))
  }

  func skip(_ time: Milliseconds) { ahead.withLock { $0 += time } }
}
