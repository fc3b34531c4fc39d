package import Cairn
package import CairnStore

extension Webhook {
  /// The shape of a webhook: documented in `docs/cli.md`.
  package func json(_ deliveries: [WebhookDelivery]) -> JSON { .object(members(deliveries)) }

  /// The same with its secret, which is told once.
  package var madeJSON: JSON {
    .object(members([]) + [JSON.Member("secret", .string(secretText))])
  }

  func members(_ deliveries: [WebhookDelivery]) -> [JSON.Member] {
    [
      .init("id", .string(id.record.text)),
      .init("url", .string(url)),
      .init("created_at", .string(madeAt.text)),
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
  /// What became of a message that tells nothing.
  package func json(of webhook: Webhook) -> JSON {
    .members(
      ("id", .string(webhook.id.record.text)),
      ("arrived", .bool(isArrival)),
      ("answer", .string(text))
    )
  }
}
