import CairnSQL

/// A semaphore per key, which serialises writes per log before they take a connection.
///
/// The server serialises them as well, but each waiting write would hold a connection: many requests of one
/// person would leave none for the others.
final class KeyedSemaphore: @unchecked Sendable {  // `inUse` and `waiting` are guarded by `lock`
  private let lock = Lock()
  private let limit: Int
  private let timeout: Duration
  /// The number of permits in use per key; a key that is absent has no waiters.
  private var inUse: [Int64: Int] = [:]
  private var waiting: [Int64: [Waiter<Void>]] = [:]

  /// Allows `limit` bodies per key at once; refuses a body that waits longer than `timeout`.
  init(limit: Int = 1, timeout: Duration) { (self.limit, self.timeout) = (limit, timeout) }

  /// Runs a body while fewer than `limit` others run with the same key; throws `overloaded`.
  func run<T>(at key: Int64, _ body: () async throws -> T) async throws -> T {
    try await acquire(key)
    defer { release(key) }
    return try await body()
  }

  private func acquire(_ key: Int64) async throws {
    let waiter = Waiter<Void>(lock) { [self] waiter in waiting[key]?.removeAll { $0 === waiter } }
    try await waiter.value(within: timeout) {
      if inUse[key, default: 0] < limit { return inUse[key, default: 0] += 1 }
      waiting[key, default: []].append(waiter)
      return nil
    }
  }

  private func release(_ key: Int64) {
    let next = lock.withLock { () -> CheckedContinuation<Void, any Error>? in
      if waiting[key]?.isEmpty == false { return waiting[key]?.removeFirst().leave() }
      waiting[key] = nil
      inUse[key] = inUse[key].flatMap { $0 > 1 ? $0 - 1 : nil }
      return nil
    }
    next?.resume()
  }
}
