package import Cairn
package import CairnHTML
import CairnInsights

/// The Webhooks page: the addresses notified of milestones, and the latest deliveries.
package struct WebhooksPage {
  private let frame: PageFrame
  private let webhooks: [WebhookRow]
  /// The secret of a new webhook, which is shown only once.
  private let secret: String?
  /// The result of a test delivery.
  private let result: String?
  private let formError: FormError?

  /// Creates the page.
  package init(
    frame: PageFrame,
    webhooks: [WebhookRow],
    secret: String?,
    result: String?,
    formError: FormError?
  ) {
    (self.frame, self.webhooks, self.secret) = (frame, webhooks, secret)
    (self.result, self.formError) = (result, formError)
  }

  package var html: HTML {
    frame.page(
      "Webhooks",
      in: .settings,
      isLive: false,
      """
      <header class="head"><h1>Webhooks</h1></header>
      \(fragment: secret.map(created))
      \(fragment: result.map { "<p class=\"card\" role=\"status\">\($0)\($0.hasSuffix(".") ? "" : ".")</p>" })
      \(fragment: form)
      \(fragment: HTML(webhooks.map(card)))
      """
    )
  }

  private func created(_ secret: String) -> HTML {
    """
    <section class="card" aria-labelledby="made" role="status"><h2 id="made">Webhook secret</h2>
    <p>Copy it now. You won’t see it again. The receiver uses it to verify that messages come from here.</p>
    <div class="field"><label for="secret">Secret</label>
    <input id="secret" readonly value="\(secret)"></div></section>
    """
  }

  private var form: HTML {
    """
    <form class="form card" method="post" action="/webhooks">
    \(fragment: frame.key("webhook"))
    \(fragment: formError.map { alert($0.error) })
    <p>Tells another app which milestone you reached, and when: listening, hours, sessions or books. \
    Titles, notes and places are never sent.</p>
    \(fragment: Field.text("url", "Webhook URL", formError?.typed["url"] ?? "", hint: "https://example.org/hook"))
    <button class="wide primary">Add webhook</button></form>
    """
  }

  private func card(_ webhook: WebhookRow) -> HTML {
    let (id, deliveries) = (webhook.id.text, webhook.deliveries)
    return """
      <article class="card hook" aria-labelledby="hook-\(id)"><h2 id="hook-\(id)"><bdi>\(webhook.url)</bdi></h2>
      <p class="quiet">created \(frame.clock.text(webhook.createdAt))\(deliveries.isEmpty ? ", nothing sent yet" : "")</p>
      \(fragment: deliveries.isEmpty ? nil : "<ul class=\"rows\">\(fragment: HTML(deliveries.map(row)))</ul>")
      <div class="actions"><form method="post" action="/webhooks/\(id)/test">
      <button aria-label="Send a test to \(webhook.url)">Send a test</button></form>
      <form method="post" action="/webhooks/\(id)/remove">
      <button class="danger" aria-label="Delete \(webhook.url)">Delete</button></form></div></article>
      """
  }

  private func row(_ delivery: WebhookRow.Delivery) -> HTML {
    let tries = counted(delivery.attempts, "try", "tries")
    let details = [delivery.attempts > 0 ? tries : nil, delivery.response].compactMap { $0 }
    return """
      <li class="row"><div><strong>\(delivery.milestone)</strong>
      <span class="quiet">\(details.joined(separator: ", "))</span></div>
      <span>\(delivery.state)</span></li>

      """
  }
}

/// A webhook as its page shows it.
package struct WebhookRow {
  /// What was sent, in how many attempts, with the last response.
  package typealias Delivery = (
    milestone: String, attempts: Int64, response: String?, state: String
  )

  let id: RecordID
  let url: String
  let createdAt: Instant
  let deliveries: [Delivery]

  /// Creates the row.
  package init(id: RecordID, url: String, createdAt: Instant, deliveries: [Delivery]) {
    (self.id, self.url) = (id, url)
    (self.createdAt, self.deliveries) = (createdAt, deliveries)
  }
}
