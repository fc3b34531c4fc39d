public import Cairn
public import CairnSQL

/// The webhooks of a data directory, or of all accounts of a PostgreSQL database, and what each is told: the
/// outbox of messages.
///
/// The database belongs to its servers and to `cairn webhook`, which may run beside them. A call that
/// returned is durable.
public struct Webhooks: Sendable {
  let database: any SQLDatabase
  package let environment: LogEnvironment

  /// How many a log may have.
  public static let most = 10

  /// Opens them and brings their tables up to date.
  ///
  /// Throws `storage.newer_log` for a database of a newer version, which stays untouched.
  public static func open(
    _ database: any SQLDatabase,
    environment: LogEnvironment
  ) async throws -> Webhooks {
    let webhooks = Webhooks(database: database, environment: environment)
    try await webhooks.translated { try await Migrator(WebhookSchema.migrations).migrate(database) }
    return webhooks
  }

  /// Those of the accounts of a PostgreSQL database, whose tables are those of ``Accounts``.
  public static func shared(
    in database: any SQLDatabase,
    environment: LogEnvironment
  ) -> Webhooks {
    Webhooks(database: database, environment: environment)
  }

  /// Those of a log, the oldest first.
  public func all(of owner: WebhookOwner) async throws -> [Webhook] {
    try await read(as: owner) { try WebhookTable.all(of: owner, in: $0) }
  }

  /// One of a log; throws `webhook.not_found`.
  public func one(_ id: Identifier<Webhook>, of owner: WebhookOwner) async throws -> Webhook {
    guard let webhook = try await all(of: owner).first(where: { $0.id == id }) else {
      throw CairnError.noWebhook(id.record.text)
    }
    return webhook
  }

  /// Whose logs have any.
  public func owners() async throws -> [WebhookOwner] {
    let dialect = database.dialect
    return try await translated {
      try await database.read { try WebhookTable.owners(dialect, in: $0) }
    }
  }

  /// Makes one; of the milestones that were `reached` before it is told nothing.
  ///
  /// Asked again under one key, it gives the one that was made. Throws `webhook.too_many`, and
  /// `request.key_reused` when the key stands for another address.
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
      madeAt: now
    )
    return try await write(as: owner) { connection in
      let all = try WebhookTable.all(of: owner, in: connection)
      if let known = all.first(where: { $0.id == webhook.id }) {
        guard known.url == url else { throw CairnError.keyReused }
        return known
      }
      guard all.count < Self.most else {
        throw CairnError(
          "webhook.too_many",
          "There are \(Self.most) webhooks already.",
          hint: "Remove one that is not needed any more."
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

  /// Removes one with all it was to be told; throws `webhook.not_found`.
  public func remove(_ id: Identifier<Webhook>, of owner: WebhookOwner) async throws {
    guard try await write(as: owner, { try WebhookTable.delete(id, of: owner, in: $0) }) else {
      throw CairnError.noWebhook(id.record.text)
    }
  }

  /// Removes all of a log.
  public func removeAll(of owner: WebhookOwner) async throws {
    try await write(as: owner) { try WebhookTable.deleteAll(of: owner, in: $0) }
  }

  private func newSecret() -> [UInt8] {
    (0..<4).flatMap { _ in
      let word = environment.random()
      return (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }

  /// Lets go of the file.
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
  /// The refusal of a webhook that is not there.
  public static func noWebhook(_ name: String) -> CairnError {
    CairnError(
      "webhook.not_found",
      "There is no webhook “\(name)”.",
      hint: "List them to see their ids; it may have been removed already."
    )
  }
}
