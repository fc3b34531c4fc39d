/// The delays between retries (spec/listening.md 4.1, "HTTP retry policy").
enum Backoff {
  /// The maximum number of retries.
  static let retries = 3

  /// Returns 2ⁿ seconds plus up to one second of jitter, or `retryAfter` if longer; at most 30 seconds.
  ///
  /// The jitter spreads the retries of many clients.
  static func pause(_ attempt: Int, _ random: Double, retryAfter: Int?) -> Duration {
    let own = Double(1 << attempt) + random
    let seconds = min(max(own, Double(retryAfter ?? 0)), 30)
    return .milliseconds(Int64(seconds * 1_000))
  }
}
