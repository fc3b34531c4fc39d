/// Lets those who write to one log come one after another, before they take a connection.
///
/// The server has them wait for each other as well, but each on a connection of its own: one person's many
/// requests would leave none to the others.
final class Turns: @unchecked Sendable {  // `waiting` is guarded by `lock`
  private let lock = Lock()
  /// Who waits, by what they take turns at; empty where somebody has the turn and nobody waits.
  private var waiting: [Int64: [Waiter<Void>]] = [:]

  /// Runs a body while nobody else runs one with the same key.
  func run<T>(at key: Int64, _ body: () async throws -> T) async throws -> T {
    try await take(key)
    defer { give(key) }
    return try await body()
  }

  private func take(_ key: Int64) async throws {
    let waiter = Waiter<Void>()
    try await waiter.value(lock) {
      if waiting[key] == nil { return waiting[key] = [] }
      waiting[key]?.append(waiter)
      return nil
    } forget: { [self] in
      waiting[key]?.removeAll { $0 === waiter }
    }
  }

  private func give(_ key: Int64) {
    let next = lock.holding { () -> CheckedContinuation<Void, any Error>? in
      if waiting[key]?.isEmpty == false { return waiting[key]?.removeFirst().leave() }
      waiting[key] = nil
      return nil
    }
    next?.resume()
  }
}
