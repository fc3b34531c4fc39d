/// How long to leave a server alone (spec/listening.md 4.1, "HTTP retry policy").
enum Backoff {
  /// How often a request is sent again.
  static let retries = 3

  /// 2ⁿ seconds and up to one more by chance, or what the server asked for; 30 seconds at most.
  ///
  /// The chance keeps a thousand phones from coming back in the same moment.
  static func pause(_ attempt: Int, _ random: Double, retryAfter: Int?) -> Duration {
    let own = Double(1 << attempt) + random
    let seconds = min(max(own, Double(retryAfter ?? 0)), 30)
    return .milliseconds(Int64(seconds * 1_000))
  }
}
