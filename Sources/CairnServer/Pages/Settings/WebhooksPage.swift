import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnStore

/// The Webhooks page: the addresses notified of milestones, and the latest deliveries.
struct WebhooksPage {
  private let frame: PageFrame
  private let rows: [(Webhook, [WebhookDelivery])]
  private let formError: FormError?
  private let created: Webhook?
  private let answer: WebhookResponse?

  init(
    _ context: AuthenticatedContext,
    _ formError: FormError? = nil,
    created: Webhook? = nil,
    answer: WebhookResponse? = nil
  ) async throws {
    frame = try await PageFrame(context)
    rows = try await context.webhooksWithDeliveries()
    (self.formError, self.created, self.answer) = (formError, created, answer)
  }

  var html: HTML {
    frame.page(
      "Webhooks",
      in: .settings,
      isLive: false,
      """
      <header class="head"><h1>Webhooks</h1></header>
      \(fragment: created.map(secret))
      \(fragment: answer.map(tried))
      \(fragment: form)
      \(fragment: HTML(rows.map { card($0.0, $0.1) }))
      """
    )
  }

  private func secret(_ webhook: Webhook) -> HTML {
    """
    <section class="card" aria-labelledby="made" role="status"><h2 id="made">Webhook secret</h2>
    <p>Copy it now. You won’t see it again. The receiver uses it to verify that messages come from here.</p>
    <div class="field"><label for="secret">Secret</label>
    <input id="secret" readonly value="\(webhook.secretText)"></div></section>
    """
  }

  private func tried(_ answer: WebhookResponse) -> HTML {
    """
    <p class="card" role="status">\(answer.isDelivered ? "Test delivered" : "Test failed"): \
    \(answer.text).</p>
    """
  }

  private var form: HTML {
    """
    <form class="form card" method="post" action="/webhooks">
    \(fragment: frame.key("webhook"))
    \(fragment: formError.map { alert($0.error) })
    <p>Notifies another app when you reach a milestone for listening, hours, sessions or books: which \
    one and when. Titles, notes and places are never sent.</p>
    \(fragment: Field.text("url", "Webhook URL", formError?.typed["url"] ?? "", hint: "https://example.org/hook"))
    <button class="wide primary">Add webhook</button></form>
    """
  }

  private func card(_ webhook: Webhook, _ deliveries: [WebhookDelivery]) -> HTML {
    let id = webhook.id.record.text
    let shown = deliveries.filter { $0.state != .known }
    return """
      <article class="card hook" aria-labelledby="hook-\(id)"><h2 id="hook-\(id)"><bdi>\(webhook.url)</bdi></h2>
      <p class="quiet">created \(frame.clock.text(webhook.createdAt))\(shown.isEmpty ? ", nothing sent yet" : "")</p>
      \(fragment: shown.isEmpty ? nil : "<ul class=\"rows\">\(fragment: HTML(shown.map(row)))</ul>")
      <div class="actions"><form method="post" action="/webhooks/\(id)/test">
      <button aria-label="Send a test to \(webhook.url)">Send a test</button></form>
      <form method="post" action="/webhooks/\(id)/remove">
      <button class="danger" aria-label="Delete \(webhook.url)">Delete</button></form></div></article>
      """
  }

  private func row(_ delivery: WebhookDelivery) -> HTML {
    let tries = counted(delivery.attempts, "try", "tries")
    let details = [delivery.attempts > 0 ? tries : nil, delivery.response].compactMap(\.self)
    return """
      <li class="row"><div><strong>\(delivery.milestone.text)</strong>
      <span class="quiet">\(details.joined(separator: ", "))</span></div>
      <span>\(delivery.state.rawValue)</span></li>

      """
  }
}
