package import Cairn
package import CairnJSON

// The JSON form of webhooks, documented in `docs/cli.md`.

/// A webhook with its deliveries, without its secret.
package struct WebhookReport: JSONModel {
  let webhook: Webhook
  let deliveries: [WebhookDelivery]

  /// Creates the report; leaves out milestones that were reached before the webhook existed.
  package init(_ webhook: Webhook, _ deliveries: [WebhookDelivery]) {
    (self.webhook, self.deliveries) = (webhook, deliveries.filter { $0.state != .known })
  }

  package static let fields = JSONFields<WebhookReport>(
    named: "Webhook",
    [
      .init("id", \.webhook.id),
      .init("url", \.webhook.url),
      .init("created_at", \.webhook.createdAt),
      .init("deliveries", \.deliveries),
    ]
  )

  /// The fields of a new webhook with its secret, which is shown once.
  package static let createdFields = JSONFields<Webhook>(
    fields.flattened { WebhookReport($0, []) },
    [.init("secret", \.secretText)]
  )
}

extension WebhookDelivery: JSONModel {
  package static let fields = JSONFields<WebhookDelivery>(
    named: "WebhookDelivery",
    [
      .init("id", \.id),
      .init("milestone", \.milestone.name),
      .init("reached_at") { $0.reachedOn == nil ? $0.reachedAt : nil },
      .init("reached_on", \.reachedOn),
      .init("state", .choice(["waiting", "sent", "failed"]), \.state.rawValue),
      .init("attempts", \.attempts),
      .init("tried_at", \.triedAt),
      .init("next_at") { $0.state == .waiting ? $0.nextAt : nil },
      .init("response", \.response),
    ]
  )
}

extension WebhookResponse {
  /// The fields of the result of a test delivery.
  package static let fields: JSONFields<(response: WebhookResponse, webhook: Webhook)> = [
    .init("id") { $0.webhook.id },
    .init("delivered") { $0.response.isDelivered },
    .init("response") { $0.response.text },
  ]

  /// Returns the result of a test delivery.
  package func json(of webhook: Webhook) -> JSON { Self.fields.json((self, webhook)) }
}
