package import Cairn
package import CairnStore

extension Webhook {
  /// Returns the webhook as JSON, documented in `docs/cli.md`.
  package func json(_ deliveries: [WebhookDelivery]) -> JSON { .object(members(deliveries)) }

  /// The webhook as JSON with its secret, which is shown once.
  package var createdJSON: JSON {
    .object(members([]) + [JSON.Member("secret", .string(secretText))])
  }

  func members(_ deliveries: [WebhookDelivery]) -> [JSON.Member] {
    [
      .init("id", .string(id.record.text)),
      .init("url", .string(url)),
      .init("created_at", .string(createdAt.text)),
      .init("deliveries", .array(deliveries.filter { $0.state != .known }.map(\.json))),
    ]
  }
}

extension WebhookDelivery {
  var json: JSON {
    .members(
      ("id", .string(id.record.text)),
      ("milestone", .string(milestone.name)),
      ("reached_at", .text(reachedOn == nil ? reachedAt.text : nil)),
      ("reached_on", .text(reachedOn?.text)),
      ("state", .string(state.rawValue)),
      ("attempts", .integer(attempts)),
      ("tried_at", .text(triedAt?.text)),
      ("next_at", .text(state == .waiting ? nextAt.text : nil)),
      ("answer", .text(answer))
    )
  }
}

extension WebhookResponse {
  /// Returns the result of a test delivery.
  package func json(of webhook: Webhook) -> JSON {
    .members(
      ("id", .string(webhook.id.record.text)),
      ("arrived", .bool(isDelivered)),
      ("answer", .string(text))
    )
  }
}
