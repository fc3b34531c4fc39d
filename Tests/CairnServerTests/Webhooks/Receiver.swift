import Cairn
import CairnHTTP
import CairnSQL
import CairnServer
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

/// Somebody who is told, in memory.
actor Receiver {
  private(set) var calls: [WebhookCall] = []
  private var answers: [WebhookResponse] = []

  private var isHolding = false

  /// What it answers next, in order; 204 after that.
  func answer(_ answers: WebhookResponse...) { self.answers = answers }

  func take(_ call: WebhookCall) async -> WebhookResponse {
    calls.append(call)
    return answers.isEmpty ? .status(204) : answers.removeFirst()
  }

  /// The ids of what was told since it was asked last.
  func news() -> [String] {
    defer { calls = [] }
    return calls.compactMap { call in call.fields.first { $0.name == "webhook-id" }?.value }
  }

  /// What was told since it was asked last.
  func told() throws -> [JSON] {
    defer { calls = [] }
    return try calls.map { try JSON(parsing: $0.body) }
  }
}

/// A served log whose milestones somebody is told of.
struct ToldLog: Sendable {
  let served: ServedLog
  let webhooks: Webhooks
  let rounds: WebhookDispatcher
  let receiver: Receiver

  var clock: ManualClock { served.scratch.clock }

  static func run(
    allowsPlain: Bool = false,
    all isAll: Bool = false,
    _ body: (ToldLog) async throws -> Void
  ) async throws {
    try await TestEngine.any.scratchHousehold { database in
      try await TestEngine.any.scratchLog { scratch in
        let (told, host) = (
          try await ToldLog.rounds(database, scratch, allowsPlain, isAll), "127.0.0.1:8080"
        )
        let server = ServedLog.server(scratch, host: host) { $0.webhooks = told.1 }
        let door = ResponseFinalizer(server: server, host: host, port: nil)
        try await body(
          ToldLog(
            served: ServedLog(scratch: scratch, door: door),
            webhooks: told.0,
            rounds: told.1,
            receiver: told.2
          )
        )
      }
    }
  }

  private static func rounds(
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
    let rounds = again(webhooks, scratch.log, allowsPlain, isAll) { await receiver.take($0) }
    return (webhooks, rounds, receiver)
  }

  private static func again(
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

  /// Another process over the same files, which sends in another way.
  func again(_ send: @escaping WebhookTransport) -> WebhookDispatcher {
    Self.again(webhooks, served.log, false, false, send)
  }

  /// What the log has reached: of listening alone unless all is wanted.
  private static func reached(_ log: Log, _ isAll: Bool) async throws -> [ReachedMilestoneEvent] {
    isAll
      ? try await log.milestonesToTell()
      : try await log.reachedMilestones().map { ReachedMilestoneEvent($0) }
  }

  /// What the log has reached of listening.
  func reached() async throws -> [ReachedMilestoneEvent] { try await Self.reached(served.log, false) }

  /// Makes a webhook over the API; gives its id and its secret.
  @discardableResult
  func add(_ url: String = "https://example.org/hook") async throws -> (String, String) {
    let answer = try await served.door.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#)
    let json = try answer.json()
    guard case .string(let id)? = json["id"], case .string(let secret)? = json["secret"] else {
      throw CairnError("request.field", "\(answer.status.code) \(answer.text)")
    }
    return (id, secret)
  }

  /// Hears a story to its end, which reaches the first milestone.
  func hear(_ story: String = "s1", at time: String = "10:00") async throws {
    try await served.story(story, seconds: 600)
    let told = try await served.tell(
      #""storyId":"\#(story)","startedAt":"2026-01-05T\#(time):00Z","duration":600,"completed":true"#
    )
    #expect(told.status == .created)
  }

  func round() async { await rounds.round(.none) }

  /// What the list says of the messages of the only webhook.
  func deliveries() async throws -> [JSON] {
    let json = try await served.door.ask(.get, "/api/v1/webhooks").json()
    guard case .array(let webhooks)? = json["webhooks"],
      case .array(let all)? = webhooks.first?["deliveries"]
    else { return [] }
    return all
  }
}
