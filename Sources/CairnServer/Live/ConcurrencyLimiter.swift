import Cairn
import CairnAccounts
import CairnStore

/// A permit, which is released with its last reference.
final class ConcurrencyPermit: Sendable {}

/// A limiter of concurrent long operations such as streams and downloads.
actor ConcurrencyLimiter {
  private struct WeakPermit {
    weak var permit: ConcurrencyPermit?
  }

  private var permits: [String: [WeakPermit]] = [:]

  /// Acquires one of `count` permits of a name; throws ``RateLimitExceeded`` if none is free.
  func acquire(_ name: String, of count: Int, or error: CairnError) throws(RateLimitExceeded)
    -> ConcurrencyPermit
  {
    permits = permits.mapValues { $0.filter { $0.permit != nil } }.filter { !$0.value.isEmpty }
    guard permits[name, default: []].count < count else {
      throw RateLimitExceeded(error: error, seconds: 30)
    }
    let permit = ConcurrencyPermit()
    permits[name, default: []].append(WeakPermit(permit: permit))
    return permit
  }
}

extension AuthenticatedContext {
  /// The unique id of the log's owner on this server.
  var owner: String { identity?.account.id.record.text ?? "own" }

  /// Acquires one of the person's permits; throws ``RateLimitExceeded`` if none is free.
  func permit(_ name: String, of count: Int, or error: CairnError) async throws -> ConcurrencyPermit
  {
    try await server.concurrencyLimiter.acquire("\(name) \(owner)", of: count, or: error)
  }
}
