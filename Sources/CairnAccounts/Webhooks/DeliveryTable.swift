import Cairn
import CairnSQL

/// The table `delivery`: one row for each milestone and webhook.
enum DeliveryTable {
  static func insert(_ delivery: WebhookDelivery, in connection: any SQLConnection) throws {
    try connection.run(
      """
      INSERT INTO delivery (webhook, milestone, id, reached_at, state, made_at, attempts, next_at)
      VALUES (\(delivery.webhook), \(delivery.milestone.name), \(delivery.id),
        \(delivery.reachedAt), \(delivery.state.rawValue), \(delivery.createdAt), 0,
        \(delivery.nextAt))
      """
    )
  }

  static func all(
    of webhook: Identifier<Webhook>,
    in connection: any SQLConnection
  ) throws -> [WebhookDelivery] {
    let query: SQL = """
      SELECT \(fragment: WebhookDelivery.columns)
      FROM delivery WHERE webhook = \(webhook) ORDER BY made_at DESC, reached_at DESC, milestone
      """
    return try connection.all(query) { try WebhookDelivery($0) }.compactMap(\.self)
  }

  /// Returns owners with due deliveries, least recently served first.
  static func owners(
    at now: Instant,
    limit: Int,
    _ dialect: SQLDialect,
    in connection: any SQLConnection
  ) throws -> [WebhookOwner] {
    let query: SQL =
      switch dialect.name {
      case "postgresql": "SELECT owners_to_notify(\(now), \(limit))"
      default:
        """
        SELECT owner FROM (
          SELECT owner, min(next_at) AS first FROM delivery JOIN webhook ON webhook.id = delivery.webhook
          WHERE state = 'waiting' AND next_at <= \(now) GROUP BY owner) AS due
        ORDER BY (SELECT max(tried_at) FROM delivery JOIN webhook ON webhook.id = delivery.webhook
          WHERE webhook.owner = due.owner) NULLS FIRST, first, owner LIMIT \(limit)
        """
      }
    return try connection.all(query) { WebhookOwner(stored: try $0.text(0)) }
  }

  static func due(
    at now: Instant,
    of owner: WebhookOwner,
    in connection: any SQLConnection
  ) throws -> [(Webhook, WebhookDelivery)] {
    let query: SQL = """
      SELECT \(fragment: WebhookDelivery.columns), \(fragment: Webhook.columns)
      FROM delivery JOIN webhook ON webhook.id = delivery.webhook
      WHERE owner = \(owner.name) AND state = 'waiting' AND next_at <= \(now)
      ORDER BY reached_at, milestone
      """
    return try connection.all(query) { row -> (Webhook, WebhookDelivery)? in
      guard let delivery = try WebhookDelivery(row) else { return nil }
      return (try Webhook(row), delivery)
    }.compactMap(\.self)
  }

  /// Changes the milestone date of a delivery that was never sent.
  static func date(
    _ id: Identifier<WebhookDelivery>,
    _ reachedAt: Instant,
    in connection: any SQLConnection
  ) throws {
    try connection.run("UPDATE delivery SET reached_at = \(reachedAt) WHERE id = \(id)")
  }

  static func delete(
    _ id: Identifier<WebhookDelivery>,
    in connection: any SQLConnection
  ) throws {
    try connection.run("DELETE FROM delivery WHERE id = \(id) AND state = 'waiting'")
  }

  static func claim(
    _ id: Identifier<WebhookDelivery>,
    at now: Instant,
    next: Instant,
    in connection: any SQLConnection
  ) throws -> Bool {
    try connection.count(
      """
      UPDATE delivery SET attempts = attempts + 1, tried_at = \(now), next_at = \(next)
      WHERE id = \(id) AND state = 'waiting' AND next_at <= \(now)
      """
    ) > 0
  }

  static func record(
    _ state: WebhookDelivery.State,
    _ response: String,
    of id: Identifier<WebhookDelivery>,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      "UPDATE delivery SET state = \(state.rawValue), response = \(response) WHERE id = \(id)"
    )
  }
}

extension WebhookDelivery {
  fileprivate static let columns: SQL = """
    delivery.id AS delivery, delivery.webhook, milestone, reached_at, state, delivery.made_at AS known_at,
    attempts, next_at, tried_at, response
    """

  /// Reads the columns; nil if this version does not know the milestone.
  fileprivate init?(_ row: any SQLRow) throws {
    guard let milestone = MilestoneEvent(name: try row["milestone"]),
      let state = State(rawValue: try row["state"])
    else { return nil }
    (id, webhook) = try (row["delivery"], row["webhook"])
    (self.milestone, self.state) = (milestone, state)
    (reachedAt, createdAt, attempts) = try (row["reached_at"], row["known_at"], row["attempts"])
    (nextAt, triedAt, response) = try (row["next_at"], row["tried_at"], row["response"])
  }
}
