package import Cairn

/// A rate limit: a burst, then one request per interval.
public struct RateLimit: Sendable, Equatable {
  package let burst: Int64
  package let interval: Milliseconds

  /// Creates a limit.
  package init(burst: Int64, interval: Milliseconds) {
    (self.burst, self.interval) = (burst, interval)
  }

  /// The default limit of requests per account.
  public static let requests = requests(perSecond: 20)

  /// Returns a limit of 1 to 1,000 requests per second, with a burst of 15 seconds' worth.
  public static func requests(perSecond rate: Int64) -> RateLimit {
    RateLimit(burst: 15 * rate, interval: Milliseconds(1_000 / rate))
  }
}

/// The error of a request beyond a ``RateLimit``.
package struct RateLimitExceeded: Error {
  package let error: CairnError
  /// Whole seconds until the next request is accepted, at least 1.
  package let seconds: Int64

  /// Creates the error.
  package init(error: CairnError, seconds: Int64) {
    (self.error, self.seconds) = (error, seconds)
  }
}

extension CairnError {
  package static var tooManyTries: CairnError {
    CairnError(
      "account.rate_limited",
      "Too many wrong passwords.",
      hint: "Wait a moment, and check the name and the password."
    )
  }

  package static var tooManyRequests: CairnError {
    CairnError(
      "request.too_many",
      "Too many requests in a short time.",
      hint: "Slow down. Nothing was changed."
    )
  }
}
