public import Cairn
import Dispatch

/// A clock that moves only when it is told to.
public final class ManualClock: @unchecked Sendable {  // `current` is touched on `queue` only
  private let queue = DispatchQueue(label: "cairn.manual-clock")
  private var current: Instant

  /// Sets the clock for the first time.
  public init(at instant: Instant) {
    current = instant
  }

  /// The time it shows.
  public var now: Instant { queue.sync { current } }

  /// Sets it, forwards or back.
  public func set(to instant: Instant) {
    queue.sync { current = instant }
  }

  /// Moves it on, or back when the length is negative.
  public func advance(by length: Milliseconds) {
    queue.sync { current = current + length }
  }
}
