public import Cairn

/// Exponential backoff from 1 s to 5 min; each delay is a random 50 to 100 % of the current value.
///
/// The jitter keeps many devices from retrying at the same time (spec/sync.md F33).
public struct SyncBackoff: Sendable {
  private var failures: Int64 = 0
  /// The maximum delay, 5 min.
  public static let longest = Milliseconds(300_000)

  /// Creates a backoff without failures.
  public init() {}

  /// Resets the backoff after a success.
  public mutating func succeed() { failures = 0 }

  /// Records a failure and returns the delay, with jitter from `chance`.
  public mutating func fail(_ chance: inout some RandomNumberGenerator) -> Milliseconds {
    let maxDelay = min(Self.longest.count, 1_000 << min(failures, 20))
    failures += 1
    return Milliseconds(Int64.random(in: maxDelay / 2...maxDelay, using: &chance))
  }
}

/// The delay requested by the `Retry-After` of the last response (spec/sync.md F33).
actor RetryAfter {
  /// The delay; zero if the last response had none.
  private(set) var pause = Milliseconds(0)
  /// The maximum accepted delay, 1 h, in case a proxy is misconfigured.
  private static let longest: Int64 = 3_600

  /// Records the delay of a response and returns the response.
  func record(_ reply: SyncResponse) -> SyncResponse {
    pause = Milliseconds(min(max(reply.retryAfter ?? 0, 0), Self.longest) * 1_000)
    return reply
  }
}
