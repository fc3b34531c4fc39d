import Cairn

/// How the processes that serve the same accounts share their rate limits.
///
/// Each sends the others a line for everything it counts. A lost line makes the others a little more
/// generous.
public struct DistributedRateLimiter: Sendable {
  let notify: @Sendable (String) -> Void
  let listen: @Sendable (@escaping @Sendable (String) -> Void) -> Void

  /// Sends lines by `notify`; `listen` gets the function that takes each line of another process.
  public init(
    notify: @escaping @Sendable (String) -> Void,
    listen: @escaping @Sendable (@escaping @Sendable (String) -> Void) -> Void
  ) {
    (self.notify, self.listen) = (notify, listen)
  }

  /// A short name of a key, from which nobody can tell the person.
  static func name(_ key: String) -> String { String(SHA256.hex(Array(key.utf8)).prefix(24)) }
}

extension DistributedRateLimiter {
  /// One thing that was counted: under which key, for how long it weighs, and when.
  struct Change {
    let kind: AccountLimits.Kind
    let name: String
    let cost: Milliseconds
    let at: Instant

    init(kind: AccountLimits.Kind, name: String, cost: Milliseconds, at: Instant) {
      (self.kind, self.name, self.cost, self.at) = (kind, name, cost, at)
    }

    /// Reads the line of another process; nil for any other line.
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
