public import Cairn
import CairnSQL

extension Webhooks {
  /// Takes over those of an account from elsewhere, each with what it was told and waits to be told; there they stay.
  ///
  /// One that is here stays as it is, so a run that was cut off is simply begun again.
  public func take(_ account: Identifier<Account>, from other: Webhooks) async throws {
    let owner = WebhookOwner(account)
    let rows = try await other.read(as: owner) { try WebhookRows(of: owner, in: $0) }
    try await write(as: owner) { try rows.insert(in: $0) }
  }
}

/// The rows of the webhooks of one log.
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
