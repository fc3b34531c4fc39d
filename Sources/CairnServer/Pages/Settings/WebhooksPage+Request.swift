import Cairn
import CairnAccounts
import CairnHTTP
import CairnInsights
import CairnPages
import CairnStore

extension WebhooksPage {
  init(
    _ context: AuthenticatedContext,
    _ formError: FormError? = nil,
    created: Webhook? = nil,
    answer: WebhookResponse? = nil
  ) async throws {
    let frame = try await PageFrame(context)
    self.init(
      frame: frame,
      webhooks: try await context.webhooksWithDeliveries().map { WebhookRow($0.0, $0.1) },
      secret: created?.secretText,
      result: answer.map { "\($0.isDelivered ? "Test delivered" : "Test failed"): \($0.text)" },
      formError: formError
    )
  }
}

extension WebhookRow {
  fileprivate init(_ webhook: Webhook, _ deliveries: [WebhookDelivery]) {
    self.init(
      id: webhook.id.record,
      url: webhook.url,
      createdAt: webhook.createdAt,
      deliveries: deliveries.filter { $0.state != .known }.map {
        ($0.milestone.text, $0.attempts, $0.response, $0.state.rawValue)
      }
    )
  }
}
