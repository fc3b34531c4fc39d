public import Cairn
public import CairnSQL
public import CairnStore

/// The webhooks of a data directory or of all accounts of a PostgreSQL database, with their outbox.
///
/// Servers and `cairn webhook` may use the database at the same time. Changes are durable when a call returns.
public struct Webhooks: Sendable {
  let database: any SQLDatabase
  package let environment: LogEnvironment

  /// The maximum number of webhooks per log.
  public static let maxWebhooks = 10

  /// Opens the webhooks and migrates their tables.
  ///
  /// Throws `storage.newer_log` if a newer version wrote the database; nothing changes then.
  public static func open(
    _ database: any SQLDatabase,
    environment: LogEnvironment
  ) async throws -> Webhooks {
    let webhooks = Webhooks(database: database, environment: environment)
    try await webhooks.translated { try await Migrator(WebhookSchema.migrations).migrate(database) }
    return webhooks
  }

  /// Returns the webhooks of a PostgreSQL database of accounts; ``Accounts`` creates the tables.
  public static func shared(
    in database: any SQLDatabase,
    environment: LogEnvironment
  ) -> Webhooks {
    Webhooks(database: database, environment: environment)
  }

  /// Returns the webhooks of a log, oldest first.
  public func all(of owner: WebhookOwner) async throws -> [Webhook] {
    try await read(as: owner) { try WebhookTable.all(of: owner, in: $0) }
  }

  /// Returns one webhook of a log; throws `webhook.not_found`.
  public func one(_ id: Identifier<Webhook>, of owner: WebhookOwner) async throws -> Webhook {
    guard let webhook = try await all(of: owner).first(where: { $0.id == id }) else {
      throw CairnError.noWebhook(id.record.text)
    }
    return webhook
  }

  /// Returns the owners that have webhooks.
  public func owners() async throws -> [WebhookOwner] {
    let dialect = database.dialect
    return try await translated {
      try await database.read { try WebhookTable.owners(dialect, in: $0) }
    }
  }

  /// Creates a webhook; milestones already `reached` are not sent to it.
  ///
  /// With the same idempotency key it returns the existing webhook. Throws `webhook.too_many`, and `request.key_reused`
  /// if the key was used for another URL.
  public func add(
    _ url: String,
    of owner: WebhookOwner,
    reached: [ReachedMilestoneEvent],
    once key: RequestKey? = nil
  ) async throws -> Webhook {
    let (now, environment) = (environment.now(), environment)
    let id = key.map { RecordID(derivedFrom: ["webhook", owner.name, $0.mutation.text]) }
    let webhook = Webhook(
      id: Identifier(id ?? environment.newID(at: now)),
      owner: owner,
      url: url,
      secret: newSecret(),
      createdAt: now
    )
    return try await write(as: owner) { connection in
      let all = try WebhookTable.all(of: owner, in: connection)
      if let known = all.first(where: { $0.id == webhook.id }) {
        guard known.url == url else { throw CairnError.keyReused }
        return known
      }
      guard all.count < Self.maxWebhooks else {
        throw CairnError(
          "webhook.too_many",
          "There are already \(Self.maxWebhooks) webhooks.",
          hint: "Delete one that you no longer need."
        )
      }
      try WebhookTable.insert(webhook, in: connection)
      for one in reached {
        let delivery = WebhookDelivery(of: one, to: webhook, .known, at: now, environment)
        try DeliveryTable.insert(delivery, in: connection)
      }
      return webhook
    }
  }

  /// Deletes a webhook and its deliveries; throws `webhook.not_found`.
  public func remove(_ id: Identifier<Webhook>, of owner: WebhookOwner) async throws {
    guard try await write(as: owner, { try WebhookTable.delete(id, of: owner, in: $0) }) else {
      throw CairnError.noWebhook(id.record.text)
    }
  }

  /// Deletes all webhooks of a log.
  public func removeAll(of owner: WebhookOwner) async throws {
    try await write(as: owner) { try WebhookTable.deleteAll(of: owner, in: $0) }
  }

  private func newSecret() -> [UInt8] {
    (0..<4).flatMap { _ in
      let word = environment.random()
      return (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }

  /// Closes the database.
  public func close() async { await database.close() }
}

extension Webhooks {
  func read<T: Sendable>(
    as owner: WebhookOwner,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.read(as: owner.name, body) }
  }

  @discardableResult
  func write<T: Sendable>(
    as owner: WebhookOwner,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.write(as: owner.name, body) }
  }

  func translated<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch let error as StorageError { throw CairnError(error) }
  }
}

extension CairnError {
  /// The error for an unknown webhook.
  public static func noWebhook(_ name: String) -> CairnError {
    CairnError(
      "webhook.not_found",
      "There is no webhook “\(name)”.",
      hint: "It may have been deleted; list the webhooks to see their ids."
    )
  }
}
