import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON
import CairnStore

/// The handlers of `/api/v1/webhooks`.
enum WebhookHandlers {
  private static let webhooks = JSONFields<[WebhookReport]>(list: "webhooks")

  static let list = Endpoint.owner(
    "List the webhooks with their deliveries, without their secrets.",
    gives: .json(webhooks)
  ) { context in
    let all = try await context.webhooksWithDeliveries()
    return HTTPResponse(webhooks.json(all.map { WebhookReport($0.0, $0.1) }))
  }

  static let add = Endpoint.owner(
    "Create a webhook; its secret is shown only once.",
    body: [SchemaField(required: "url", .text, "the URL that receives the messages")],
    gives: .created(WebhookReport.createdFields)
  ) { context in
    let webhook = try await context.addWebhook(context.body.text("url") ?? "", once: context.key())
    return HTTPResponse(.created, json: WebhookReport.createdFields.json(webhook).text)
  }

  private static let removed = JSONFields(state: "removed")

  static let remove = Endpoint.owner(
    "Delete a webhook with its pending deliveries.",
    gives: .json(removed)
  ) { context in
    HTTPResponse(removed.json(try await context.removeWebhook().record))
  }

  static let test = Endpoint.owner(
    "Send a test message to a webhook and return its response.",
    gives: .json(WebhookResponse.fields)
  ) { context in
    let (webhook, response) = try await context.testWebhook()
    return HTTPResponse(response.json(of: webhook))
  }
}

extension AuthenticatedContext {
  /// The owner of this log's webhooks.
  var webhookOwner: WebhookOwner {
    identity.map { WebhookOwner($0.account.id) } ?? .own
  }

  /// Returns the webhook dispatcher; throws `webhook.off`.
  private func rounds() throws(CairnError) -> WebhookDispatcher {
    guard let rounds = server.dependencies.webhooks else { throw .noWebhooks }
    return rounds
  }

  /// Returns the log's webhooks, each with its deliveries.
  func webhooksWithDeliveries() async throws -> [(Webhook, [WebhookDelivery])] {
    let webhooks = try rounds().webhooks
    var rows: [(Webhook, [WebhookDelivery])] = []
    for one in try await webhooks.all(of: webhookOwner) {
      rows.append((one, try await webhooks.deliveries(of: one)))
    }
    return rows
  }

  /// Creates a webhook idempotently; throws `webhook.invalid_url`, `webhook.too_many` and `request.key_reused`.
  func addWebhook(_ url: String, once key: RequestKey?) async throws -> Webhook {
    try await rounds().add(url, of: webhookOwner, once: key)
  }

  /// Removes the webhook in the path; throws `webhook.not_found`.
  func removeWebhook() async throws -> Identifier<Webhook> {
    let id = try webhookID()
    try await rounds().webhooks.remove(id, of: webhookOwner)
    return id
  }

  /// Sends a test message to the webhook in the path.
  ///
  /// Throws `webhook.not_found`, and ``RateLimitExceeded`` after too many tests.
  func testWebhook() async throws -> (Webhook, WebhookResponse) {
    let webhook = try await rounds().webhooks.one(webhookID(), of: webhookOwner)
    try server.webhookLimiter.consume(owner, .webhookTests, at: now, or: .tooManyRequests)
    return (webhook, try await rounds().test(webhook))
  }

  private func webhookID() throws(CairnError) -> Identifier<Webhook> {
    let name = captures["id"] ?? ""
    guard let id = RecordID(text: name) else { throw .noWebhook(name) }
    return Identifier(id)
  }
}

extension RateLimit {
  /// The limit of test messages by one person.
  fileprivate static let webhookTests = RateLimit(burst: 10, interval: .seconds(30))
}

extension CairnError {
  static var noWebhooks: CairnError {
    CairnError(
      "webhook.off",
      "Webhooks are off on this server.",
      hint: "Ask its operator to use `cairn serve --webhooks on`."
    )
  }
}
