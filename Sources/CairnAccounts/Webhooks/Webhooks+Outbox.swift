public import Cairn
import CairnSQL
import CairnStore

/// The outbox, derived from the milestones of a log, so that a crash at any point loses no delivery.
extension Webhooks {
  /// Returns the deliveries of a webhook, latest first.
  public func deliveries(of webhook: Webhook) async throws -> [WebhookDelivery] {
    try await read(as: webhook.owner) { try DeliveryTable.all(of: webhook.id, in: $0) }
  }

  /// Creates deliveries for newly reached milestones, and updates or deletes unsent ones if needed.
  ///
  /// Other servers do the same concurrently. They may have added deliveries after this one read the log, so it reads
  /// the log again before it updates or deletes any.
  public func reconcileDeliveries(
    of owner: WebhookOwner,
    reached read: () async throws -> [ReachedMilestoneEvent]
  ) async throws {
    let old = try await record(read(), of: owner)
    guard !old.isEmpty else { return }
    let reached = try await read()
    try await write(as: owner) { connection in
      for webhook in try WebhookTable.all(of: owner, in: connection) {
        let diff = WebhookDiff(try DeliveryTable.all(of: webhook.id, in: connection), reached)
        for one in diff.dated where old.contains(one.delivery) {
          try DeliveryTable.date(one.delivery.id, one.at, in: connection)
        }
        for one in diff.removed where old.contains(one) {
          try DeliveryTable.delete(one.id, in: connection)
        }
      }
    }
  }

  /// Creates the missing deliveries; returns those that seem outdated.
  private func record(
    _ reached: [ReachedMilestoneEvent],
    of owner: WebhookOwner
  ) async throws -> [WebhookDelivery] {
    let (now, environment) = (environment.now(), environment)
    let all = try await read(as: owner) { try Self.diff(of: owner, reached, in: $0) }
    guard all.contains(where: { !$0.diff.added.isEmpty }) else { return all.flatMap(\.diff.old) }
    return try await write(as: owner) { connection in
      let all = try Self.diff(of: owner, reached, in: connection)
      for (webhook, diff) in all {
        for one in diff.added {
          let delivery = WebhookDelivery(of: one, to: webhook, .waiting, at: now, environment)
          try DeliveryTable.insert(delivery, in: connection)
        }
      }
      return all.flatMap(\.diff.old)
    }
  }

  private static func diff(
    of owner: WebhookOwner,
    _ reached: [ReachedMilestoneEvent],
    in connection: any SQLConnection
  ) throws -> [(webhook: Webhook, diff: WebhookDiff)] {
    try WebhookTable.all(of: owner, in: connection).map {
      ($0, WebhookDiff(try DeliveryTable.all(of: $0.id, in: connection), reached))
    }
  }

  /// The number of owners per round, larger than the number served concurrently.
  private static let ownersPerRound = 16

  /// Returns due deliveries in the order of their milestones, all of some owners, least recently served first.
  ///
  /// Owners whose deliveries this version does not know do not count, so they cannot block other owners.
  public func due() async throws -> [(webhook: Webhook, delivery: WebhookDelivery)] {
    let now = environment.now()
    var (all, people) = ([(webhook: Webhook, delivery: WebhookDelivery)](), 0)
    for owner in try await owners(at: now) where people < Self.ownersPerRound {
      let due = try await read(as: owner) { try DeliveryTable.due(at: now, of: owner, in: $0) }
      all += due
      people += due.isEmpty ? 0 : 1
    }
    return all
  }

  /// Returns the owners that may have due deliveries.
  private func owners(at moment: Instant) async throws -> [WebhookOwner] {
    let dialect = database.dialect
    return try await translated {
      try await database.read {
        try DeliveryTable.owners(at: moment, limit: 1_000, dialect, in: $0)
      }
    }
  }

  /// Claims a delivery for an attempt and schedules the next one; returns whether the claim succeeded.
  public func claim(
    _ id: Identifier<WebhookDelivery>,
    of owner: WebhookOwner,
    next: Instant
  ) async throws -> Bool {
    let now = environment.now()
    return try await write(as: owner) { try DeliveryTable.claim(id, at: now, next: next, in: $0) }
  }

  /// Records the result of an attempt; `response` is a status or an error reason.
  public func record(
    _ state: WebhookDelivery.State,
    _ response: String,
    of id: Identifier<WebhookDelivery>,
    of owner: WebhookOwner
  ) async throws {
    try await write(as: owner) { try DeliveryTable.record(state, response, of: id, in: $0) }
  }
}

/// The difference between the deliveries of a webhook and the reached milestones.
private struct WebhookDiff {
  let added: [ReachedMilestoneEvent]
  let dated: [(delivery: WebhookDelivery, at: Instant)]
  let removed: [WebhookDelivery]

  init(_ known: [WebhookDelivery], _ reached: [ReachedMilestoneEvent]) {
    added = reached.filter { one in !known.contains { $0.milestone == one.milestone } }
    // A delivery that may have arrived stays unchanged, because a retry must send the same message.
    let unsent = known.filter { $0.state == .waiting && $0.attempts == 0 }
    dated = unsent.compactMap { delivery in
      let at = reached.first { $0.milestone == delivery.milestone }?.at
      return at.flatMap { $0 == delivery.reachedAt ? nil : (delivery, $0) }
    }
    removed = known.filter { delivery in
      delivery.state == .waiting && !reached.contains { $0.milestone == delivery.milestone }
    }
  }

  /// The deliveries that are outdated.
  var old: [WebhookDelivery] { dated.map(\.delivery) + removed }
}

extension WebhookDelivery {
  init(
    of reached: ReachedMilestoneEvent,
    to webhook: Webhook,
    _ state: State,
    at now: Instant,
    _ environment: LogEnvironment
  ) {
    self.init(
      id: Identifier(environment.newID(at: now)),
      webhook: webhook.id,
      milestone: reached.milestone,
      reachedAt: reached.at,
      state: state,
      createdAt: now,
      attempts: 0,
      nextAt: now,
      triedAt: nil,
      response: nil
    )
  }
}
