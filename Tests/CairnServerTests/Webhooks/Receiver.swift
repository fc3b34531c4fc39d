import Cairn
import CairnAccounts
import CairnHTTP
import CairnSQL
import CairnServer
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

/// A fake webhook receiver.
actor Receiver {
  private(set) var calls: [WebhookCall] = []
  private var answers: [WebhookResponse] = []

  private var isHolding = false

  /// Sets the next responses, in order; further ones are 204.
  func answer(_ answers: WebhookResponse...) { self.answers = answers }

  func receive(_ call: WebhookCall) async -> WebhookResponse {
    calls.append(call)
    return answers.isEmpty ? .status(204) : answers.removeFirst()
  }

  /// Returns the ids of the messages since the last call, and clears them.
  func receivedIDs() -> [String] {
    defer { calls = [] }
    return calls.compactMap { call in call.fields.first { $0.name == "webhook-id" }?.value }
  }

  /// Returns the bodies of the messages since the last call, and clears them.
  func receivedBodies() throws -> [JSON] {
    defer { calls = [] }
    return try calls.map { try JSON(parsing: $0.body) }
  }
}

/// A server with a log and a webhook dispatcher.
struct ServedWebhooks: Sendable {
  let served: ServedLog
  let webhooks: Webhooks
  let dispatcher: WebhookDispatcher
  let receiver: Receiver

  var clock: ManualClock { served.scratch.clock }

  static func run(
    allowsPlain: Bool = false,
    all isAll: Bool = false,
    _ body: (ServedWebhooks) async throws -> Void
  ) async throws {
    try await TestEngine.any.scratchAccountDatabase { database in
      try await TestEngine.any.scratchLog { scratch in
        let (parts, host) = (
          try await ServedWebhooks.makeParts(database, scratch, allowsPlain, isAll),
          "127.0.0.1:8080"
        )
        let server = ServedLog.server(scratch, host: host) { $0.webhooks = parts.1 }
        let client = TestClient(server: server, host: host, port: nil)
        try await body(
          ServedWebhooks(
            served: ServedLog(scratch: scratch, client: client),
            webhooks: parts.0,
            dispatcher: parts.1,
            receiver: parts.2
          )
        )
      }
    }
  }

  private static func makeParts(
    _ database: any SQLDatabase,
    _ scratch: ScratchLog,
    _ allowsPlain: Bool,
    _ isAll: Bool
  ) async throws -> (Webhooks, WebhookDispatcher, Receiver) {
    let webhooks =
      TestEngine.any.role == nil
      ? Webhooks.shared(in: database, environment: scratch.environment)
      : try await Webhooks.open(database, environment: scratch.environment)
    let receiver = Receiver()
    let dispatcher = Self.dispatcher(webhooks, scratch.log, allowsPlain, isAll) {
      await receiver.receive($0)
    }
    return (webhooks, dispatcher, receiver)
  }

  private static func dispatcher(
    _ webhooks: Webhooks,
    _ log: Log,
    _ allowsPlain: Bool,
    _ isAll: Bool,
    _ send: @escaping WebhookTransport
  ) -> WebhookDispatcher {
    WebhookDispatcher(
      webhooks,
      allowsPlain: allowsPlain,
      reached: { _ in try await reached(log, isAll) },
      send: send
    )
  }

  /// Returns the dispatcher of another process over the same files, with another transport.
  func anotherDispatcher(_ send: @escaping WebhookTransport) -> WebhookDispatcher {
    Self.dispatcher(webhooks, served.log, false, false, send)
  }

  /// Returns the reached milestones; those of listening only, unless `isAll`.
  private static func reached(_ log: Log, _ isAll: Bool) async throws -> [ReachedMilestoneEvent] {
    isAll
      ? try await log.reachedMilestoneEvents()
      : try await log.reachedMilestones().map { ReachedMilestoneEvent($0) }
  }

  /// Returns the reached listening milestones.
  func reached() async throws -> [ReachedMilestoneEvent] {
    try await Self.reached(served.log, false)
  }

  /// Creates a webhook through the API; returns its id and its secret.
  @discardableResult
  func add(_ url: String = "https://example.org/hook") async throws -> (String, String) {
    let answer = try await served.client.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#)
    let json = try answer.json()
    guard case .string(let id)? = json["id"], case .string(let secret)? = json["secret"] else {
      throw CairnError("request.field", "\(answer.status.code) \(answer.text)", hint: "")
    }
    return (id, secret)
  }

  /// Logs a finished story, which reaches the first milestone.
  func finishStory(_ story: String = "s1", at time: String = "10:00") async throws {
    try await served.story(story, seconds: 600)
    let response = try await served.report(
      #""storyId":"\#(story)","startedAt":"2026-01-05T\#(time):00Z","duration":600,"completed":true"#
    )
    #expect(response.status == .created)
  }

  func round() async { await dispatcher.round { _ in } }

  /// Returns the deliveries of the only webhook.
  func deliveries() async throws -> [JSON] {
    let json = try await served.client.ask(.get, "/api/v1/webhooks").json()
    guard case .array(let webhooks)? = json["webhooks"],
      case .array(let all)? = webhooks.first?["deliveries"]
    else { return [] }
    return all
  }
}
