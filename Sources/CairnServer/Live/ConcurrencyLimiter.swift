import Cairn
import CairnStore

/// A place that is taken for as long as anyone has this.
final class ConcurrencyPermit: Sendable {}

/// Who does how many things at the same time that last: listens, downloads.
actor ConcurrencyLimiter {
  private struct Taken {
    weak var permit: ConcurrencyPermit?
  }

  private var taken: [String: [Taken]] = [:]

  /// Takes one of some places under a name; throws ``RateLimitExceeded`` when there is none.
  func take(_ name: String, of count: Int, or error: CairnError) throws(RateLimitExceeded) -> ConcurrencyPermit {
    taken = taken.mapValues { $0.filter { $0.permit != nil } }.filter { !$0.value.isEmpty }
    guard taken[name, default: []].count < count else {
      throw RateLimitExceeded(error: error, seconds: 30)
    }
    let permit = ConcurrencyPermit()
    taken[name, default: []].append(Taken(permit: permit))
    return permit
  }
}

extension AuthenticatedContext {
  /// Names whose log it is about, among all of this server.
  var owner: String { identity?.account.id.record.text ?? "own" }

  /// Takes one of some places of the person's; throws ``RateLimitExceeded`` when there is none.
  func permit(_ name: String, of count: Int, or error: CairnError) async throws -> ConcurrencyPermit {
    try await server.concurrencyLimiter.take("\(name) \(owner)", of: count, or: error)
  }
}
