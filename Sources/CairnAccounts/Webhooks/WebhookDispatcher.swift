package import Cairn
package import CairnStore

/// A dispatcher that finds new milestones and delivers them, one message at a time per webhook.
public actor WebhookDispatcher {
  /// The webhooks and their deliveries.
  package nonisolated let webhooks: Webhooks
  /// Whether URLs without TLS are allowed.
  package nonisolated let allowsPlain: Bool

  private let reached: @Sendable (WebhookOwner) async throws -> [ReachedMilestoneEvent]
  private let send: WebhookTransport
  private var changed: Set<WebhookOwner> = []
  /// When all logs with webhooks were last checked.
  private var checkedAt: Instant?
  private var owners: Set<WebhookOwner> = []
  private var inFlight: [Identifier<Webhook>: Task<Void, Never>] = [:]
  private let (wakes, waking) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  /// The number of delivered messages since the process started.
  package private(set) var delivered = 0
  /// The number of failed attempts since the process started.
  package private(set) var failed = 0

  /// The maximum number of webhooks with a request in flight.
  package static let maximumConcurrency = 8
  /// The interval between checks of all logs with webhooks: one hour.
  package static let interval = Milliseconds(3_600_000)

  /// Creates a dispatcher; `reached` reads the milestones of a log.
  public init(
    _ webhooks: Webhooks,
    allowsPlain: Bool,
    reached: @escaping @Sendable (WebhookOwner) async throws -> [ReachedMilestoneEvent],
    send: @escaping WebhookTransport
  ) {
    (self.webhooks, self.allowsPlain, self.reached, self.send) =
      (webhooks, allowsPlain, reached, send)
  }

  /// Yields whenever there may be work.
  public nonisolated var calls: AsyncStream<Void> { wakes }

  /// Signals that there may be work.
  public nonisolated func wake() { waking.yield() }

  /// Schedules a check of a log after a write.
  ///
  /// A log without webhooks is checked in the next round, because another server may have added one.
  package func scheduleCheck(of owner: WebhookOwner) {
    changed.insert(owner)
    if owners.contains(owner) || checkedAt == nil { wake() }
  }

  /// Checks for milestones, sends all messages that are due and waits for them.
  public func round(_ report: @escaping ErrorReport) async {
    await begin(report)
    for task in Array(inFlight.values) { await task.value }
  }

  /// Checks for milestones and starts sending the messages that are due.
  ///
  /// A slow webhook does not delay others: its further messages wait until its current request finishes.
  public func begin(_ report: @escaping ErrorReport) async {
    do {
      try await createDeliveries(report)
      let due = Dictionary(grouping: try await webhooks.due(), by: \.webhook)
      for (webhook, all) in due
      where inFlight[webhook.id] == nil && inFlight.count < Self.maximumConcurrency {
        inFlight[webhook.id] = Task { await deliver(webhook, all.map(\.delivery), report) }
      }
    } catch {
      fail(error, report)
    }
  }

  /// Creates messages for newly reached milestones.
  ///
  /// In single-user mode other programs write to the log, so it is checked in every round. An account's log is
  /// checked by the server that wrote to it. All servers check all logs at startup and hourly, in case that server
  /// crashed.
  private func createDeliveries(_ report: ErrorReport) async throws {
    for owner in try await ownersToNotify() {
      do {
        try await webhooks.reconcileDeliveries(of: owner) { try await reached(owner) }
      } catch {
        changed.insert(owner)
        fail(error, report)
      }
    }
  }

  private func ownersToNotify() async throws -> Set<WebhookOwner> {
    let (seen, now) = (changed, webhooks.environment.now())
    changed = []
    do {
      owners = Set(try await webhooks.owners())
    } catch {
      changed.formUnion(seen)
      throw error
    }
    if let checkedAt, now < checkedAt + Self.interval {
      return owners.filter { $0 == .own || seen.contains($0) }
    }
    checkedAt = now
    return owners
  }

  private func deliver(
    _ webhook: Webhook,
    _ deliveries: [WebhookDelivery],
    _ report: ErrorReport
  ) async {
    defer {
      inFlight[webhook.id] = nil
      wake()
    }
    do {
      for delivery in deliveries {
        try Task.checkCancellation()
        guard try await deliver(webhook, delivery) else { return }
      }
    } catch {
      if !(error is CancellationError) { fail(error, report) }
    }
  }

  /// Sends one message; returns whether it was delivered.
  ///
  /// Stores the attempt first: after a crash, the message is sent again, but only after the retry delay.
  private func deliver(_ webhook: Webhook, _ delivery: WebhookDelivery) async throws -> Bool {
    let now = webhooks.environment.now()
    let chance = webhooks.environment.random()
    let next = now + WebhookRetryPolicy.wait(after: delivery.attempts + 1, chance: chance)
    guard try await webhooks.claim(delivery.id, of: webhook.owner, next: next) else { return true }
    let response = await send(WebhookCall(delivery, to: webhook, at: now))
    if response.isDelivered {
      delivered += 1
      try await webhooks.record(.sent, response.text, of: delivery.id, of: webhook.owner)
    } else {
      failed += 1
      let state = WebhookRetryPolicy.state(of: delivery, after: response, next: next)
      try await webhooks.record(state, response.text, of: delivery.id, of: webhook.owner)
    }
    return response.isDelivered
  }

  /// Sends a test message.
  package func test(_ webhook: Webhook) async -> WebhookResponse {
    let now = webhooks.environment.now()
    let id = webhooks.environment.newID(at: now)
    return await send(WebhookCall(test: id, of: webhook, at: now))
  }

  /// Stops; requests in flight are cancelled and retried later.
  public func stop() async {
    await cancelAll()
    await webhooks.close()
  }

  /// Cancels the requests in flight.
  package func cancelAll() async {
    let tasks = Array(inFlight.values)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  /// Adds a webhook to a log idempotently.
  ///
  /// Throws `webhook.invalid_url` and the errors of ``Webhooks/add(_:of:reached:once:)``.
  package func add(
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

  /// Reports an error, unless a shutdown caused it.
  private nonisolated func fail(_ error: any Error, _ report: ErrorReport) {
    guard !Task.isCancelled else { return }
    report(error)
  }
}
