/// Lets those who write to one log come one after another, before they take a connection.
///
/// The server has them wait for each other as well, but each on a connection of its own: one person's many
/// requests would leave none to the others.
final class KeyedSemaphore: @unchecked Sendable {  // `taken` and `waiting` are guarded by `lock`
  private let lock = Lock()
  private let limit: Int
  private let patience: Duration
  /// How many have a turn, by what they take turns at; nobody waits where that is nil.
  private var taken: [Int64: Int] = [:]
  private var waiting: [Int64: [Waiter<Void>]] = [:]

  /// Lets so many have a turn at once; who waits longer than that for one is refused.
  init(limit: Int = 1, patience: Duration) { (self.limit, self.patience) = (limit, patience) }

  /// Runs a body while fewer than the limit run one with the same key; throws `overloaded`.
  func run<T>(at key: Int64, _ body: () async throws -> T) async throws -> T {
    try await take(key)
    defer { give(key) }
    return try await body()
  }

  private func take(_ key: Int64) async throws {
    let waiter = Waiter<Void>(lock) { [self] waiter in waiting[key]?.removeAll { $0 === waiter } }
    try await waiter.value(within: patience) {
      if taken[key, default: 0] < limit { return taken[key, default: 0] += 1 }
      waiting[key, default: []].append(waiter)
      return nil
    }
  }

  private func give(_ key: Int64) {
    let next = lock.holding { () -> CheckedContinuation<Void, any Error>? in
      if waiting[key]?.isEmpty == false { return waiting[key]?.removeFirst().leave() }
      waiting[key] = nil
      taken[key] = taken[key].flatMap { $0 > 1 ? $0 - 1 : nil }
      return nil
    }
    next?.resume()
  }
}
