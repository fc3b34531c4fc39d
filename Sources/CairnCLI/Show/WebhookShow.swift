import Cairn
import CairnServer
import CairnStore

extension CommandContext {
  /// Lists webhooks with their latest deliveries.
  func show(_ told: [(Webhook, [WebhookDelivery])]) {
    if wantsJSON { return printJSON(told.map { $0.0.json($0.1) }) }
    if told.isEmpty { return output.say("No webhook. `cairn webhook add URL` makes one.") }
    for (webhook, deliveries) in told {
      output.print("\(ShortID(webhook.id.record).text)  \(webhook.url.visible)")
      for one in deliveries where one.state != .known { output.print("  " + line(one)) }
    }
  }

  private func line(_ delivery: WebhookDelivery) -> String {
    let answer = delivery.answer.map { ", \($0.visible)" } ?? ""
    let tries = delivery.attempts > 1 ? " after \(delivery.attempts) tries" : ""
    return "\(delivery.milestone.words): \(delivery.state.rawValue)\(tries)\(answer)"
  }

  /// Shows a new webhook with its secret.
  func show(made webhook: Webhook) {
    if wantsJSON { return output.print(webhook.createdJSON.text) }
    output.say(
      "Made the webhook \(ShortID(webhook.id.record).text). Its secret is shown this once:"
    )
    output.print(webhook.secretText)
  }

  /// Reports the result of a delivery.
  func show(_ answer: WebhookResponse, of webhook: Webhook) {
    if wantsJSON { return output.print(answer.json(of: webhook).text) }
    output.say(
      answer.isDelivered
        ? "It arrived: \(answer.text)." : "It did not arrive: \(answer.text.visible)."
    )
  }

  /// Reports a removed webhook.
  func show(removed webhook: Webhook) {
    if wantsJSON { return output.print(webhook.json([]).text) }
    output.say("Removed the webhook \(ShortID(webhook.id.record).text), \(webhook.url.visible).")
  }
}
