import Cairn
import CairnHTTP
public import CairnStore

/// Tells webhooks of milestones: finds what is new, sends what is due, one message at a time to each.
public actor WebhookDispatcher {
  /// What is told, and what was.
  nonisolated let webhooks: Webhooks
  /// Whether addresses without TLS may be told.
  nonisolated let allowsPlain: Bool

  private let reached: @Sendable (WebhookOwner) async throws -> [ReachedMilestoneEvent]
  private let send: WebhookTransport
  private var changed: Set<WebhookOwner> = []
  /// When all logs that have any were looked at last.
  private var lookedAt: Instant?
  private var owners: Set<WebhookOwner> = []
  private var busy: [Identifier<Webhook>: Task<Void, Never>] = [:]
  private let (wakes, waking) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  /// How many messages have arrived since the process began.
  private(set) var arrived = 0
  /// How many tries have failed.
  private(set) var failed = 0

  /// How many webhooks are told at the same time.
  static let atOnce = 8
  /// How long it takes until all logs that have any are looked at again.
  static let pause = Milliseconds(3_600_000)

  /// Knows where messages are kept, what a log has reached, and how they are sent.
  public init(
    _ webhooks: Webhooks,
    allowsPlain: Bool,
    reached: @escaping @Sendable (WebhookOwner) async throws -> [ReachedMilestoneEvent],
    send: @escaping WebhookTransport
  ) {
    (self.webhooks, self.allowsPlain, self.reached, self.send) =
      (webhooks, allowsPlain, reached, send)
  }

  /// Comes once for each time that there may be something to do.
  public nonisolated var calls: AsyncStream<Void> { wakes }

  /// Says that there may be something to do.
  public nonisolated func wake() { waking.yield() }

  /// Looks soon at a log that was written to; with the next round at one that had no webhook, as another server
  /// may have made one.
  func look(at owner: WebhookOwner) {
    changed.insert(owner)
    if owners.contains(owner) || lookedAt == nil { wake() }
  }

  /// Finds what is new and sends all that is due, and waits until it is sent.
  public func round(_ logger: Logger) async {
    await begin(logger)
    for task in Array(busy.values) { await task.value }
  }

  /// Finds what is new and begins to send what is due.
  ///
  /// Whoever answers slowly holds up no other: what is due for a webhook that is being told waits.
  public func begin(_ logger: Logger) async {
    do {
      try await follow(logger)
      let due = Dictionary(grouping: try await webhooks.due(), by: \.webhook)
      for (webhook, all) in due where busy[webhook.id] == nil && busy.count < Self.atOnce {
        busy[webhook.id] = Task { await tell(webhook, all.map(\.delivery), logger) }
      }
    } catch {
      fail(error, logger)
    }
  }

  /// Makes messages of what the logs have newly reached.
  ///
  /// Other programs write to one's own log as well; to that of an account servers alone, so it
  /// is looked at by the one that wrote to it; by all when they start and each hour, since that one may have died.
  private func follow(_ logger: Logger) async throws {
    for owner in try await ownersToFollow() {
      do {
        try await webhooks.follow(owner) { try await reached(owner) }
      } catch {
        changed.insert(owner)
        fail(error, logger)
      }
    }
  }

  private func ownersToFollow() async throws -> Set<WebhookOwner> {
    let (seen, now) = (changed, webhooks.environment.now())
    changed = []
    do {
      owners = Set(try await webhooks.owners())
    } catch {
      changed.formUnion(seen)
      throw error
    }
    if let lookedAt, now < lookedAt + Self.pause {
      return owners.filter { $0 == .own || seen.contains($0) }
    }
    lookedAt = now
    return owners
  }

  private func tell(
    _ webhook: Webhook,
    _ deliveries: [WebhookDelivery],
    _ logger: Logger
  ) async {
    defer {
      busy[webhook.id] = nil
      wake()
    }
    do {
      for delivery in deliveries {
        try Task.checkCancellation()
        guard try await tell(webhook, delivery) else { return }
      }
    } catch {
      if !(error is CancellationError) { fail(error, logger) }
    }
  }

  /// Sends one message; whether it has arrived.
  ///
  /// That it is tried is written before: a process that dies meanwhile sends it once more, and never
  /// without a pause.
  private func tell(_ webhook: Webhook, _ delivery: WebhookDelivery) async throws -> Bool {
    let now = webhooks.environment.now()
    let chance = webhooks.environment.random()
    let next = now + WebhookRetryPolicy.wait(after: delivery.attempts + 1, chance: chance)
    guard try await webhooks.claim(delivery.id, of: webhook.owner, next: next) else { return true }
    let answer = await send(WebhookCall(delivery, to: webhook, at: now))
    if answer.isArrival {
      arrived += 1
      try await webhooks.note(.sent, answer.text, of: delivery.id, of: webhook.owner)
    } else {
      failed += 1
      let state = WebhookRetryPolicy.state(of: delivery, after: answer, next: next)
      try await webhooks.note(state, answer.text, of: delivery.id, of: webhook.owner)
    }
    return answer.isArrival
  }

  /// Sends a message that tells nothing.
  func test(_ webhook: Webhook) async -> WebhookResponse {
    let now = webhooks.environment.now()
    let id = webhooks.environment.newID(at: now)
    return await send(WebhookCall(test: id, of: webhook, at: now))
  }

  /// Stops sending; what is under way is given up, and sent again another time.
  public func stop() async {
    await giveUp()
    await webhooks.close()
  }

  /// Gives up what is under way.
  func giveUp() async {
    let tasks = Array(busy.values)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  /// Makes one for a log, once for a key; throws `webhook.address` and what
  /// ``Webhooks/add(_:of:reached:once:)`` throws.
  func add(
    _ url: String,
    of owner: WebhookOwner,
    once key: RequestKey?
  ) async throws -> Webhook {
    try WebhookAddress.check(url, allowsPlain: allowsPlain)
    let reached = try await reached(owner)
    let webhook = try await webhooks.add(url, of: owner, reached: reached, once: key)
    owners.insert(owner)
    return webhook
  }

  /// Says why nothing came of it, unless it was given up because the server ends.
  private nonisolated func fail(_ error: any Error, _ logger: Logger) {
    guard !Task.isCancelled else { return }
    logger.say(.error, "webhooks failed", [("code", .text(Problem(error).code))])
  }
}
