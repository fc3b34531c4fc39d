package import Cairn
import CairnHTTP
package import CairnStore

/// One message on its way: what is posted, and where.
public struct WebhookCall: Sendable, Equatable {
  /// The address.
  public let url: String
  /// The lines of the head, beside those of every request.
  public let fields: [(name: String, value: String)]
  /// JSON.
  public let body: [UInt8]

  /// Signs a message as Standard Webhooks 1.0 has it: HMAC with SHA-256 over its id, the time and
  /// its body.
  package init(_ body: JSON, id: String, to webhook: Webhook, at now: Instant) {
    url = webhook.url
    self.body = Array(body.text.utf8)
    let seconds = "\(now.milliseconds / 1_000)"
    let signed = Array("\(id).\(seconds).".utf8) + self.body
    let signature = Base64.text(HMAC.sha256(signed, key: webhook.secret))
    fields = [
      ("content-type", "application/json"), ("webhook-id", id), ("webhook-timestamp", seconds),
      ("webhook-signature", "v1," + signature),
    ]
  }

  /// Whether both post the same.
  public static func == (left: WebhookCall, right: WebhookCall) -> Bool {
    left.url == right.url && left.body == right.body
      && left.fields.elementsEqual(right.fields) { $0 == $1 }
  }
}

extension WebhookCall {
  /// Tells that a milestone was reached; nothing of what was read, listened to or climbed is in it.
  package init(_ delivery: WebhookDelivery, to webhook: Webhook, at now: Instant) {
    let (id, milestone) = (delivery.id.record.text, delivery.milestone)
    let reached: (String, JSON) =
      if let day = delivery.reachedOn {
        ("reached_on", .string(day.text))
      } else {
        ("reached_at", .string(delivery.reachedAt.wholeSeconds))
      }
    // The same each time it is sent.
    let time = milestone.isOfDay ? delivery.madeAt : delivery.reachedAt
    let body = JSON.members(
      ("type", .string("milestone.unlocked")),
      ("timestamp", .string(time.wholeSeconds)),
      (
        "data",
        .members(
          ("id", .string(id)),
          ("milestone", .string(milestone.name)),
          ("category", .string(milestone.category)),
          ("target", .integer(milestone.target)),
          reached
        )
      )
    )
    self.init(body, id: id, to: webhook, at: now)
  }

  /// Tells nothing: shows a person whether messages arrive.
  package init(test id: RecordID, of webhook: Webhook, at now: Instant) {
    let body = JSON.members(
      ("type", .string("test")),
      ("timestamp", .string(now.wholeSeconds)),
      ("data", .members(("id", .string(id.text))))
    )
    self.init(body, id: id.text, to: webhook, at: now)
  }
}

/// What became of a message.
public enum WebhookResponse: Sendable, Equatable {
  /// Somebody answered, with a status of HTTP.
  case status(Int)
  /// There was no answer; why.
  case none(String)

  /// Whether it has arrived.
  package var isArrival: Bool {
    if case .status(let status) = self { (200..<300).contains(status) } else { false }
  }

  /// What was answered, in a word or a sentence.
  package var text: String {
    switch self {
    case .status(let status): "\(status)"
    case .none(let reason): reason
    }
  }
}

/// Posts a message, and gives what was answered.
///
/// It waits for seconds at most, follows no redirection and reads nothing of the answer but its
/// status.
public typealias WebhookTransport = @Sendable (WebhookCall) async -> WebhookResponse
