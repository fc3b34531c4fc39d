import Cairn
import CairnStore

/// When a message is tried again.
enum WebhookRetryPolicy {
  /// The first wait, which doubles with each try.
  static let first = Milliseconds.seconds(30)
  /// The longest wait.
  static let longest = Milliseconds.hours(6)

  /// From a try to the next; `chance` makes it up to a quarter shorter or longer, so that those who
  /// fail together do not come again together.
  static func wait(after attempts: Int64, chance: UInt64) -> Milliseconds {
    let overlap = first.count << min(attempts - 1, 20)
    let wait = min(overlap, longest.count)
    return Milliseconds(wait * 3 / 4 + proportion(wait / 2, Int64(chance % 1_024), 1_023))
  }

  /// What a message is after a try that has not arrived.
  static func state(
    of delivery: WebhookDelivery,
    after answer: WebhookResponse,
    next: Instant
  ) -> WebhookDelivery.State {
    // 410 Gone: whoever is there wants no more of it (Standard Webhooks 1.0).
    let isGone = answer == .status(410)
    return isGone || next - delivery.madeAt > WebhookDelivery.patience ? .failed : .waiting
  }
}
