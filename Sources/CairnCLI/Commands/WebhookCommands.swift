import Cairn
import CairnServer
import CairnStore

extension Command<CommandContext> {
  static var webhook: Command {
    Command(
      "webhook",
      group: "Care",
      summary: "Have other programs told when a milestone is reached.",
      subcommands: [addWebhook, listWebhooks, testWebhook, removeWebhook]
    )
  }

  private static var addWebhook: Command {
    Command(
      "add",
      group: "Care",
      summary: "Make a webhook of your own log, and show its secret this once.",
      discussion: """
        Messages are sent by `cairn serve --single-user` while it runs; what is reached meanwhile is \
        sent when it starts. They are signed with the secret as Standard Webhooks says.
        """,
      reads: true,
      examples: [Example("cairn webhook add https://example.org/hook", "tells that address")],
      arguments: [.required("url", "Where messages are posted.")],
      action: { invocation, context in
        let url = invocation.required("url")
        try WebhookAddress.check(url, allowsPlain: true)
        return try await context.withLog { log in
          let reached = try await log.reachedMilestoneEvents()
          let webhooks = try await context.webhooks()
          context.show(made: try await webhooks.add(url, of: .own, reached: reached))
          return .done
        }
      }
    )
  }

  private static var listWebhooks: Command {
    Command(
      "list",
      group: "Care",
      summary: "List the webhooks of your own log, and what each was told.",
      reads: true,
      examples: [Example("cairn webhook list", "where messages go, and whether they arrive")],
      action: { _, context in
        let told = try await context.webhooksWithDeliveries()
        context.show(told)
        return told.isEmpty ? .refused : .done
      }
    )
  }

  private static var testWebhook: Command {
    Command(
      "test",
      group: "Care",
      summary: "Send a webhook a message that tells nothing.",
      discussion: "Exits with 69 when it does not arrive.",
      reads: true,
      examples: [Example("cairn webhook test 0gp6jp", "says what was answered")],
      arguments: [.required("id", "Its id, as it is listed.")],
      action: { invocation, context in
        let webhook = try await context.webhook(invocation.required("id")).1
        let id = context.environment.newID(at: context.now)
        let call = WebhookCall(test: id, of: webhook, at: context.now)
        let answer = await WebhookSender.transport(.anywhere)(call)
        context.show(answer, of: webhook)
        return answer.isDelivered ? .done : .unreachable
      }
    )
  }

  private static var removeWebhook: Command {
    Command(
      "remove",
      group: "Care",
      summary: "Remove a webhook: it is told nothing more.",
      reads: true,
      examples: [Example("cairn webhook remove 0gp6jp", "tells it nothing more")],
      arguments: [.required("id", "Its id, as it is listed.")],
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
    guard let webhooks = try await knownWebhooks() else { return [] }
    try await webhooks.follow(.own) { try await withLog { try await $0.reachedMilestoneEvents() } }
    var told: [(Webhook, [WebhookDelivery])] = []
    for one in try await webhooks.all(of: .own) {
      told.append((one, try await webhooks.deliveries(of: one)))
    }
    return told
  }

  /// Returns the webhook with a full or short ID; throws `webhook.not_found`.
  fileprivate func webhook(_ word: String) async throws -> (Webhooks, Webhook) {
    guard let webhooks = try await knownWebhooks(),
      let webhook = try await webhooks.all(of: .own).first(where: {
        $0.id.record.text == word || ShortID($0.id.record).text == word
      })
    else { throw CairnError.noWebhook(word) }
    return (webhooks, webhook)
  }
}
