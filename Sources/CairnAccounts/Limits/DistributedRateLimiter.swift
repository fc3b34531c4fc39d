import Cairn

/// A channel through which server processes share their rate limits.
///
/// Each process broadcasts a line for every attempt. A lost line makes the others slightly more permissive.
public struct DistributedRateLimiter: Sendable {
  let notify: @Sendable (String) -> Void
  let listen: @Sendable (@escaping @Sendable (String) -> Void) -> Void

  /// Creates a channel: `notify` sends a line, `listen` registers a callback for lines of others.
  public init(
    notify: @escaping @Sendable (String) -> Void,
    listen: @escaping @Sendable (@escaping @Sendable (String) -> Void) -> Void
  ) {
    (self.notify, self.listen) = (notify, listen)
  }

  /// Returns a short hash of a key, which does not reveal the person.
  static func name(_ key: String) -> String { String(SHA256.hex(Array(key.utf8)).prefix(24)) }
}

extension DistributedRateLimiter {
  /// One counted attempt: its key, its cost as a duration, and its time.
  struct Change {
    let kind: AccountLimits.Kind
    let name: String
    let cost: Milliseconds
    let at: Instant

    init(kind: AccountLimits.Kind, name: String, cost: Milliseconds, at: Instant) {
      (self.kind, self.name, self.cost, self.at) = (kind, name, cost, at)
    }

    /// Parses a line of another process; returns nil if it is malformed.
    init?(_ line: String) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, let kind = AccountLimits.Kind(rawValue: words[0]),
        let cost = Int64(words[2]), cost.magnitude <= 86_400_000,
        let at = Int64(words[3]).map(Instant.init(milliseconds:)), at >= .earliest, at < .limit
      else { return nil }
      self.init(kind: kind, name: words[1], cost: Milliseconds(cost), at: at)
    }

    var line: String { "\(kind.rawValue) \(name) \(cost.count) \(at.milliseconds)" }
  }
}
