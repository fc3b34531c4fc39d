import Cairn
import CairnAccounts

extension AuthenticatedContext {
  /// The unique id of the log's owner on this server.
  var owner: String { identity?.account.id.record.text ?? "own" }

  /// Acquires one of the person's permits; throws ``RateLimitExceeded`` if none is free.
  func permit(_ name: String, of count: Int, or error: CairnError) async throws -> ConcurrencyPermit
  {
    try await server.concurrencyLimiter.acquire("\(name) \(owner)", of: count, or: error)
  }
}
