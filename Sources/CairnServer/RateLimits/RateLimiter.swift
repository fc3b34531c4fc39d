import Cairn
import CairnStore

/// Counts in memory how often something was done under each key; one limiter serves one kind of key.
///
/// Each key has one instant, at which everything done so far would have been done at the allowed pace
/// (the generic cell rate algorithm, ITU-T I.371). Keys are kept in two generations: when the young
/// one has half of `capacity`, it becomes the old one, and the keys not used since then are dropped.
final class RateLimiter: Sendable {
  private let keys = LockedValue(Keys())
  private let capacity: Int

  /// Remembers between half of `capacity` and `capacity` keys.
  init(capacity: Int = 100_000) {
    self.capacity = capacity
  }

  /// Counts one; throws ``RateLimitExceeded`` with this error if it is one too many.
  func consume(
    _ key: String,
    _ limit: RateLimit,
    at now: Instant,
    or error: CairnError
  ) throws(RateLimitExceeded) {
    try keys.holding { (keys) throws(RateLimitExceeded) in
      let room = Milliseconds(limit.interval.count * limit.burst)
      // A clock that was set back must not lock anyone out.
      let before = min(max(keys[key] ?? now, now), now + room)
      let wait = before + limit.interval - (now + room)
      keys.set(before + (wait > .zero ? .zero : limit.interval), for: key, capacity)
      guard wait <= .zero else {
        throw RateLimitExceeded(error: error, seconds: (wait.count + 999) / 1_000)
      }
    }
  }

  /// Adds to a key, or takes away from it what was counted.
  func add(_ cost: Milliseconds, to key: String, at now: Instant) {
    keys.holding { keys in
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
