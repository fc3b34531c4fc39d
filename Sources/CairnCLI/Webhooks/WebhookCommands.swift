import Cairn
import CairnAccounts
import CairnStore

extension Command<CommandContext> {
  static var webhook: Command {
    Command(
      "webhook",
      summary: "Notify other programs of milestones.",
      subcommands: [addWebhook, listWebhooks, testWebhook, removeWebhook]
    )
  }

  private static var addWebhook: Command {
    Command(
      "add",
      summary: "Add a webhook and show its secret once.",
      discussion: """
        `cairn serve --single-user` sends the messages; milestones reached while it is stopped are \
        sent at the next start. Messages are signed according to Standard Webhooks.
        """,
      examples: [Example("cairn webhook add https://example.org/hook", "notify that address")],
      arguments: [.required("url", "The URL that receives the messages.")],
      action: { invocation, context in
        let url = invocation.required("url")
        try WebhookAddress.check(url, allowsPlain: true)
        return try await context.withLog { log in
          let reached = try await log.reachedMilestoneEvents()
          let webhooks = try await context.webhooks()
          context.show(created: try await webhooks.add(url, of: .own, reached: reached))
          return .done
        }
      }
    )
  }

  private static var listWebhooks: Command {
    Command(
      "list",
      summary: "List webhooks and their latest deliveries.",
      examples: [Example("cairn webhook list", "URLs and delivery results")],
      action: { _, context in
        let rows = try await context.webhooksWithDeliveries()
        context.show(rows)
        return rows.isEmpty ? .refused : .done
      }
    )
  }

  private static var testWebhook: Command {
    Command(
      "test",
      summary: "Send a test message to a webhook.",
      discussion: "Exits with 69 if it is not delivered.",
      examples: [Example("cairn webhook test 0gp6jp", "shows the response")],
      arguments: [.required("id", "The webhook id, from `cairn webhook list`.")],
      action: { invocation, context in
        let webhook = try await context.webhook(invocation.required("id")).1
        let id = context.environment.newID(at: context.now)
        let call = WebhookCall(test: id, of: webhook, at: context.now)
        let response = await WebhookSender.transport(.anywhere)(call)
        context.show(response, of: webhook)
        return response.isDelivered ? .done : .unreachable
      }
    )
  }

  private static var removeWebhook: Command {
    Command(
      "remove",
      summary: "Delete a webhook.",
      examples: [Example("cairn webhook remove 0gp6jp", "stop its messages")],
      arguments: [.required("id", "The webhook id, from `cairn webhook list`.")],
      action: { invocation, context in
        let (webhooks, webhook) = try await context.webhook(invocation.required("id"))
        try await webhooks.remove(webhook.id, of: .own)
        context.show(removed: webhook)
        return .done
      }
    )
  }
}

extension CommandContext {
  /// Returns the webhooks of the person's log with their sent and pending deliveries.
  fileprivate func webhooksWithDeliveries() async throws -> [(Webhook, [WebhookDelivery])] {
    guard let webhooks = try await existingWebhooks() else { return [] }
    try await webhooks.reconcileDeliveries(of: .own) {
      try await withLog { try await $0.reachedMilestoneEvents() }
    }
    var rows: [(Webhook, [WebhookDelivery])] = []
    for one in try await webhooks.all(of: .own) {
      rows.append((one, try await webhooks.deliveries(of: one)))
    }
    return rows
  }

  /// Returns the webhook with a full or short ID; throws `webhook.not_found`.
  fileprivate func webhook(_ word: String) async throws -> (Webhooks, Webhook) {
    guard let webhooks = try await existingWebhooks(),
      let webhook = try await webhooks.all(of: .own).first(where: {
        $0.id.record.text == word || ShortID($0.id.record).text == word
      })
    else { throw CairnError.noWebhook(word) }
    return (webhooks, webhook)
  }
}
