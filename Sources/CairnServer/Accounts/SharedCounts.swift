import Cairn

/// How several processes that serve one household count together what each of them lets people do.
///
/// A line tells what one counted. One that is lost makes the others a little more generous.
public struct SharedCounts: Sendable {
  let tell: @Sendable (String) -> Void
  let hear: @Sendable (@escaping @Sendable (String) -> Void) -> Void

  /// Tells the others by `tell`; `hear` is given what takes each line of theirs.
  public init(
    tell: @escaping @Sendable (String) -> Void,
    hear: @escaping @Sendable (@escaping @Sendable (String) -> Void) -> Void
  ) {
    (self.tell, self.hear) = (tell, hear)
  }
}

/// One thing that was counted: what, how long it takes until it may be done once more, and when.
struct SharedCount {
  let key: String
  let cost: Milliseconds
  let at: Instant

  init(key: String, cost: Milliseconds, at: Instant) {
    (self.key, self.cost, self.at) = (key, cost, at)
  }

  /// Reads a line of another process; nil for any other line.
  init?(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count == 3, let cost = Int64(words[1]), cost.magnitude <= 86_400_000,
      let at = Int64(words[2]).map(Instant.init(milliseconds:)), at >= .earliest, at < .limit
    else { return nil }
    self.init(key: String(words[0]), cost: Milliseconds(cost), at: at)
  }

  var line: String { "\(key) \(cost.count) \(at.milliseconds)" }

  /// A short name for a key, which says nothing of the person.
  static func name(_ key: String) -> String { String(SHA256.hex(Array(key.utf8)).prefix(24)) }
}
