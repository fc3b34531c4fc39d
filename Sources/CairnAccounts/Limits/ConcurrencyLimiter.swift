package import Cairn

/// A permit, which is released with its last reference.
package final class ConcurrencyPermit: Sendable {}

/// A limiter of concurrent long operations such as streams and downloads.
package actor ConcurrencyLimiter {
  private struct WeakPermit {
    weak var permit: ConcurrencyPermit?
  }

  private var permits: [String: [WeakPermit]] = [:]

  /// Creates a limiter without any permit in use.
  package init() {}

  /// Acquires one of `count` permits of a name; throws ``RateLimitExceeded`` if none is free.
  package func acquire(_ name: String, of count: Int, or error: CairnError)
    throws(RateLimitExceeded)
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

extension CairnError {
  /// The error for a third export at the same time.
  package static var tooManyExports: CairnError {
    CairnError(
      "request.too_many_exports",
      "Two of your exports are already running.",
      hint: "Wait for them to finish, or cancel them."
    )
  }
}
