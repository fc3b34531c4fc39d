public import Cairn
import CairnSQL

extension Webhooks {
  /// Copies an account's webhooks and deliveries from another database and leaves the originals.
  ///
  /// Skips rows that exist, so an interrupted run can be repeated.
  public func take(_ account: Identifier<Account>, from other: Webhooks) async throws {
    let owner = WebhookOwner(account)
    let rows = try await other.read(as: owner) { try WebhookRows(of: owner, in: $0) }
    try await write(as: owner) { try rows.insert(in: $0) }
  }
}

/// The webhook and delivery rows of one owner.
private struct WebhookRows: Sendable {
  private let webhooks: StoredRows
  private let deliveries: StoredRows

  init(of owner: WebhookOwner, in connection: any SQLConnection) throws {
    webhooks = try StoredRows(
      "SELECT id, owner, url, secret, made_at FROM webhook WHERE owner = \(owner.name) ORDER BY id",
      in: connection
    )
    deliveries = try StoredRows(
      """
      SELECT webhook, milestone, id, reached_at, state, made_at, attempts, next_at, tried_at, answer
      FROM delivery WHERE webhook IN (SELECT id FROM webhook WHERE owner = \(owner.name))
      ORDER BY id
      """,
      in: connection
    )
  }

  func insert(in connection: any SQLConnection) throws {
    try webhooks.insert(
      "INSERT INTO webhook (id, owner, url, secret, made_at)",
      ending: "ON CONFLICT DO NOTHING",
      in: connection
    )
    try deliveries.insert(
      """
      INSERT INTO delivery
        (webhook, milestone, id, reached_at, state, made_at, attempts, next_at, tried_at, answer)
      """,
      ending: "ON CONFLICT DO NOTHING",
      in: connection
    )
  }
}
