public import Cairn
import CairnSQL

/// What is to be sent follows from what the log has reached, so that a process may die anywhere.
extension Webhooks {
  /// What a webhook was told and is to be told, the latest first.
  public func deliveries(of webhook: Webhook) async throws -> [WebhookDelivery] {
    try await read(as: webhook.owner) { try DeliveryTable.all(of: webhook.id, in: $0) }
  }

  /// Makes messages of the milestones a log has newly reached, and dates anew or takes back those that were not
  /// sent of milestones that it has reached at another time, or not any more.
  ///
  /// Other servers do the same. What one of them noted after the log was read is not news against it, so before
  /// anything is taken back the log is read once more.
  public func follow(
    _ owner: WebhookOwner,
    reached read: () async throws -> [ReachedMilestoneEvent]
  ) async throws {
    let old = try await note(read(), of: owner)
    guard !old.isEmpty else { return }
    let reached = try await read()
    try await write(as: owner) { connection in
      for webhook in try WebhookTable.all(of: owner, in: connection) {
        let news = WebhookDiff(try DeliveryTable.all(of: webhook.id, in: connection), reached)
        for one in news.dated where old.contains(one.delivery) {
          try DeliveryTable.date(one.delivery.id, one.at, in: connection)
        }
        for one in news.gone where old.contains(one) {
          try DeliveryTable.delete(one.id, in: connection)
        }
      }
    }
  }

  /// Makes messages of what is new; gives those that seem to be of another time, or of what is gone.
  private func note(
    _ reached: [ReachedMilestoneEvent],
    of owner: WebhookOwner
  ) async throws -> [WebhookDelivery] {
    let (now, environment) = (environment.now(), environment)
    let all = try await read(as: owner) { try Self.news(of: owner, reached, in: $0) }
    guard all.contains(where: { !$0.news.added.isEmpty }) else { return all.flatMap(\.news.old) }
    return try await write(as: owner) { connection in
      let all = try Self.news(of: owner, reached, in: connection)
      for (webhook, news) in all {
        for one in news.added {
          let delivery = WebhookDelivery(of: one, to: webhook, .waiting, at: now, environment)
          try DeliveryTable.insert(delivery, in: connection)
        }
      }
      return all.flatMap(\.news.old)
    }
  }

  private static func news(
    of owner: WebhookOwner,
    _ reached: [ReachedMilestoneEvent],
    in connection: any SQLConnection
  ) throws -> [(webhook: Webhook, news: WebhookDiff)] {
    try WebhookTable.all(of: owner, in: connection).map {
      ($0, WebhookDiff(try DeliveryTable.all(of: $0.id, in: connection), reached))
    }
  }

  /// How many people's messages are read for one round: more than are told at the same time.
  private static let mostOwners = 16

  /// Messages whose time has come, in the order in which milestones were reached: all of some people, those first
  /// to whom nothing was told for longest.
  ///
  /// Somebody may only have messages that this version does not know; they hold up nobody.
  public func due() async throws -> [(webhook: Webhook, delivery: WebhookDelivery)] {
    let now = environment.now()
    var (all, people) = ([(webhook: Webhook, delivery: WebhookDelivery)](), 0)
    for owner in try await owners(at: now) where people < Self.mostOwners {
      let due = try await read(as: owner) { try DeliveryTable.due(at: now, of: owner, in: $0) }
      all += due
      people += due.isEmpty ? 0 : 1
    }
    return all
  }

  /// Those to whom something may have to be told by a moment.
  private func owners(at moment: Instant) async throws -> [WebhookOwner] {
    let dialect = database.dialect
    return try await translated {
      try await database.read {
        try DeliveryTable.owners(at: moment, most: 1_000, dialect, in: $0)
      }
    }
  }

  /// Notes that a message is about to be sent, and when it is tried again unless it arrives; whether
  /// it is still to be sent, and by nobody else.
  public func claim(
    _ id: Identifier<WebhookDelivery>,
    of owner: WebhookOwner,
    next: Instant
  ) async throws -> Bool {
    let now = environment.now()
    return try await write(as: owner) { try DeliveryTable.claim(id, at: now, next: next, in: $0) }
  }

  /// Notes what became of a message that was sent; `answer` is a status or a reason.
  public func note(
    _ state: WebhookDelivery.State,
    _ answer: String,
    of id: Identifier<WebhookDelivery>,
    of owner: WebhookOwner
  ) async throws {
    try await write(as: owner) { try DeliveryTable.note(state, answer, of: id, in: $0) }
  }
}

/// How what a webhook was told differs from what was reached.
private struct WebhookDiff {
  let added: [ReachedMilestoneEvent]
  let dated: [(delivery: WebhookDelivery, at: Instant)]
  let gone: [WebhookDelivery]

  init(_ known: [WebhookDelivery], _ reached: [ReachedMilestoneEvent]) {
    added = reached.filter { one in !known.contains { $0.milestone == one.milestone } }
    // What may have arrived stays as it is: sent once more it must be the same message.
    let fresh = known.filter { $0.state == .waiting && $0.attempts == 0 }
    dated = fresh.compactMap { delivery in
      let at = reached.first { $0.milestone == delivery.milestone }?.at
      return at.flatMap { $0 == delivery.reachedAt ? nil : (delivery, $0) }
    }
    gone = known.filter { delivery in
      delivery.state == .waiting && !reached.contains { $0.milestone == delivery.milestone }
    }
  }

  /// What is told otherwise than it was reached.
  var old: [WebhookDelivery] { dated.map(\.delivery) + gone }
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
      madeAt: now,
      attempts: 0,
      nextAt: now,
      triedAt: nil,
      answer: nil
    )
  }
}
