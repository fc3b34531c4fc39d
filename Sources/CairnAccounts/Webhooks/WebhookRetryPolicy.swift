import Cairn

/// The retry schedule of webhook messages: exponential backoff with jitter.
enum WebhookRetryPolicy {
  /// The first delay, which doubles with each attempt.
  static let first = Milliseconds.seconds(30)
  /// The maximum delay.
  static let longest = Milliseconds.hours(6)

  /// Returns the delay after a number of attempts.
  ///
  /// `chance` adds up to 25 % jitter, so that messages that failed together do not retry together.
  static func wait(after attempts: Int64, chance: UInt64) -> Milliseconds {
    let overlap = first.count << min(attempts - 1, 20)
    let wait = min(overlap, longest.count)
    return Milliseconds(wait * 3 / 4 + proportion(wait / 2, Int64(chance % 1_024), 1_023))
  }

  /// Returns the state of a delivery after a failed attempt.
  static func state(
    of delivery: WebhookDelivery,
    after response: WebhookResponse,
    next: Instant
  ) -> WebhookDelivery.State {
    // 410 Gone: the receiver wants no further messages (Standard Webhooks 1.0).
    let isGone = response == .status(410)
    return isGone || next - delivery.createdAt > WebhookDelivery.retryWindow ? .failed : .waiting
  }
}
