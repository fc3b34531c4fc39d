public import Cairn
import Dispatch

/// A clock that moves only when a test sets it.
public final class ManualClock: @unchecked Sendable {  // `current` is touched on `queue` only
  private let queue = DispatchQueue(label: "cairn.manual-clock")
  private var current: Instant

  /// Creates a clock at an instant.
  public init(at instant: Instant) {
    current = instant
  }

  /// The current time.
  public var now: Instant { queue.sync { current } }

  /// Sets the time, forwards or backwards.
  public func set(to instant: Instant) {
    queue.sync { current = instant }
  }

  /// Advances the time; a negative length sets it back.
  public func advance(by length: Milliseconds) {
    queue.sync { current = current + length }
  }
}
