package import Cairn

/// A webhook request: URL, header fields and body.
public struct WebhookCall: Sendable, Equatable {
  /// The URL.
  public let url: String
  /// The additional header fields.
  public let fields: [(name: String, value: String)]
  /// The JSON body.
  public let body: [UInt8]

  /// Creates a message signed as in Standard Webhooks 1.0: HMAC-SHA256 over id, timestamp and body.
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

  /// Whether two requests are identical.
  public static func == (left: WebhookCall, right: WebhookCall) -> Bool {
    left.url == right.url && left.body == right.body
      && left.fields.elementsEqual(right.fields) { $0 == $1 }
  }
}

extension WebhookCall {
  /// Creates a milestone message, which reveals nothing that was read, listened to or climbed.
  package init(_ delivery: WebhookDelivery, to webhook: Webhook, at now: Instant) {
    let (id, milestone) = (delivery.id.record.text, delivery.milestone)
    let reached: (String, JSON) =
      if let day = delivery.reachedOn {
        ("reached_on", .string(day.text))
      } else {
        ("reached_at", .string(delivery.reachedAt.wholeSeconds))
      }
    // All retries of a message use the same timestamp.
    let time = milestone.hasOnlyDay ? delivery.createdAt : delivery.reachedAt
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

  /// Creates a test message without data.
  package init(test id: RecordID, of webhook: Webhook, at now: Instant) {
    let body = JSON.members(
      ("type", .string("test")),
      ("timestamp", .string(now.wholeSeconds)),
      ("data", .members(("id", .string(id.text))))
    )
    self.init(body, id: id.text, to: webhook, at: now)
  }
}

/// The outcome of a webhook request.
public enum WebhookResponse: Sendable, Equatable {
  /// An HTTP status.
  case status(Int)
  /// No response, with the reason.
  case none(String)

  /// Whether the message was delivered.
  package var isDelivered: Bool {
    if case .status(let status) = self { (200..<300).contains(status) } else { false }
  }

  /// The status or the reason as text.
  package var text: String {
    switch self {
    case .status(let status): "\(status)"
    case .none(let reason): reason
    }
  }
}

/// Sends a webhook request and returns the outcome.
///
/// Times out after some seconds, follows no redirects and reads only the status.
public typealias WebhookTransport = @Sendable (WebhookCall) async -> WebhookResponse
