import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/webhooks`.
enum WebhookHandlers {
  static let list = Endpoint.owner(
    "List the webhooks with their deliveries, without their secrets.",
    gives: .json(["webhooks": .list(.webhook)])
  ) { context in
    let webhooks = try await context.webhooksWithDeliveries().map { $0.0.json($0.1) }
    return HTTPResponse(.members(("webhooks", .array(webhooks))))
  }

  static let add = Endpoint.owner(
    "Create a webhook; its secret is shown only once.",
    body: [SchemaField(required: "url", .text, "the URL that receives the messages")],
    gives: .created(.object(JSONSchema.webhookMembers + [SchemaField(required: "secret", .string)]))
  ) { context in
    let webhook = try await context.addWebhook(context.body.text("url") ?? "", once: context.key())
    return HTTPResponse(.created, json: webhook.createdJSON.text)
  }

  static let remove = Endpoint.owner(
    "Delete a webhook with its pending deliveries.",
    gives: .json(["id": .id, "state": .choice(["removed"])])
  ) { context in
    let id = try await context.removeWebhook()
    return HTTPResponse(.members(("id", .string(id.record.text)), ("state", .string("removed"))))
  }

  static let test = Endpoint.owner(
    "Send a test message to a webhook and return its response.",
    gives: .json(["id": .id, "arrived": .bool, "answer": .string])
  ) { context in
    let (webhook, answer) = try await context.testWebhook()
    return HTTPResponse(answer.json(of: webhook))
  }
}

extension JSONSchema {
  fileprivate static let webhookMembers = [
    SchemaField(required: "id", .id), SchemaField(required: "url", .string),
    SchemaField(required: "created_at", .instant),
    SchemaField(required: "deliveries", .list(.webhookDelivery)),
  ]
  fileprivate static let webhook = JSONSchema.named("Webhook", .object(webhookMembers))
  fileprivate static let webhookDelivery = JSONSchema.named(
    "WebhookDelivery",
    [
      "id": .id, "milestone": .string, "reached_at": .optional(.instant),
      "reached_on": .optional(.day), "state": .choice(["waiting", "sent", "failed"]),
      "attempts": .count, "tried_at": .optional(.instant), "next_at": .optional(.instant),
      "answer": .optional(.string),
    ]
  )
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
