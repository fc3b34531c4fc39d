package import Cairn
import CairnStore

/// An in-memory rate limiter for one kind of key.
///
/// Implements the generic cell rate algorithm (ITU-T I.371): each key has one instant, the time by which all
/// requests counted so far would be done at the allowed rate. Keys are in two generations. When the young one
/// has half of `capacity` keys, it becomes the old one, and keys not used since then are dropped.
package final class RateLimiter: Sendable {
  private let keys = LockedValue(Keys())
  private let capacity: Int

  /// Creates a limiter that remembers between half of `capacity` and `capacity` keys.
  package init(capacity: Int = 100_000) {
    self.capacity = capacity
  }

  /// Counts a request; throws ``RateLimitExceeded`` with the given error if it exceeds the limit.
  package func consume(
    _ key: String,
    _ limit: RateLimit,
    at now: Instant,
    or error: CairnError
  ) throws(RateLimitExceeded) {
    try keys.withLock { (keys) throws(RateLimitExceeded) in
      let burstTime = Milliseconds(limit.interval.count * limit.burst)
      // A clock that was set back must not lock anyone out.
      let before = min(max(keys[key] ?? now, now), now + burstTime)
      let wait = before + limit.interval - (now + burstTime)
      keys.set(before + (wait > .zero ? .zero : limit.interval), for: key, capacity)
      guard wait <= .zero else {
        throw RateLimitExceeded(error: error, seconds: (wait.count + 999) / 1_000)
      }
    }
  }

  /// Adds a cost to a key; a negative cost is a refund.
  package func add(_ cost: Milliseconds, to key: String, at now: Instant) {
    keys.withLock { keys in
      let before = cost < .zero ? keys[key] : max(keys[key] ?? now, now)
      if let before { keys.set(before + cost, for: key, capacity) }
    }
  }
}

/// The keys of a limiter, in two generations.
private struct Keys {
  private var young: [String: Instant] = [:]
  private var old: [String: Instant] = [:]

  subscript(key: String) -> Instant? { young[key] ?? old[key] }

  mutating func set(_ instant: Instant, for key: String, _ capacity: Int) {
    if young[key] == nil, 2 * (young.count + 1) > capacity { (old, young) = (young, [:]) }
    young[key] = instant
  }
}
