import Cairn
import CairnAccounts
import CairnJSON

extension CommandContext {
  /// Lists webhooks with their latest deliveries.
  func show(_ rows: [(Webhook, [WebhookDelivery])]) {
    if wantsData { return output.print(data: rows.map { WebhookReport($0.0, $0.1) }) }
    if rows.isEmpty { return output.info("No webhooks. Add one with `cairn webhook add URL`.") }
    for (webhook, deliveries) in rows {
      output.print("\(ShortID(webhook.id.record).text)  \(webhook.url.visible)")
      for one in deliveries where one.state != .known { output.print("  " + line(one)) }
    }
  }

  private func line(_ delivery: WebhookDelivery) -> String {
    let response = delivery.response.map { ", \($0.visible)" } ?? ""
    let tries = delivery.attempts > 1 ? " after \(delivery.attempts) attempts" : ""
    return "\(delivery.milestone.text): \(delivery.state.rawValue)\(tries)\(response)"
  }

  /// Shows a new webhook with its secret.
  func show(created webhook: Webhook) {
    if wantsData { return output.print(data: WebhookReport.createdFields, of: webhook) }
    output.info(
      "Added the webhook \(ShortID(webhook.id.record).text). Its secret is shown only once:"
    )
    output.print(webhook.secretText)
  }

  /// Reports the result of a delivery.
  func show(_ response: WebhookResponse, of webhook: Webhook) {
    if wantsData { return output.print(data: response.json(of: webhook)) }
    let (text, end) = (response.text.visible, response.text.hasSuffix(".") ? "" : ".")
    output.info((response.isDelivered ? "Delivered: " : "Not delivered: ") + text + end)
  }

  /// Reports a deleted webhook.
  func show(removed webhook: Webhook) {
    if wantsData { return output.print(data: WebhookReport(webhook, [])) }
    output.info("Deleted the webhook \(ShortID(webhook.id.record).text), \(webhook.url.visible).")
  }
}
