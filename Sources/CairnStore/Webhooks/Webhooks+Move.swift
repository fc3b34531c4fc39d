public import Cairn
import CairnSQL

extension Webhooks {
  /// Takes over those of an account from elsewhere, each with what it was told and waits to be told; there they stay.
  ///
  /// One that is here stays as it is, so a run that was cut off is simply begun again.
  public func take(_ account: Identifier<Account>, from other: Webhooks) async throws {
    let owner = WebhookOwner(account)
    let rows = try await other.read { try WebhookRows(of: owner, in: $0) }
    try await write { try rows.insert(in: $0) }
  }
}

/// The rows of the webhooks of one log, as they are stored.
private struct WebhookRows: Sendable {
  private let webhooks: [[SQLValue]]
  private let deliveries: [[SQLValue]]

  init(of owner: WebhookOwner, in connection: any SQLConnection) throws {
    let all = { (query: SQL) in
      try connection.all(query) { row in try (0..<row.columnCount).map { try row.value($0) } }
    }
    webhooks = try all(
      "SELECT id, owner, url, secret, made_at FROM webhook WHERE owner = \(owner.name) ORDER BY id"
    )
    deliveries = try all(
      """
      SELECT webhook, milestone, id, reached_at, state, made_at, attempts, next_at, tried_at, answer
      FROM delivery WHERE webhook IN (SELECT id FROM webhook WHERE owner = \(owner.name))
      ORDER BY id
      """
    )
  }

  func insert(in connection: any SQLConnection) throws {
    for row in webhooks {
      try connection.run(row.inserted("INSERT INTO webhook (id, owner, url, secret, made_at)"))
    }
    for row in deliveries {
      try connection.run(
        row.inserted(
          """
          INSERT INTO delivery
            (webhook, milestone, id, reached_at, state, made_at, attempts, next_at, tried_at, answer)
          """
        )
      )
    }
  }
}

extension [SQLValue] {
  /// A statement that inserts them, unless there is such a row.
  fileprivate func inserted(_ beginning: SQL) -> SQL {
    var list: SQL = "\(first ?? .null)"
    for value in dropFirst() { list = "\(fragment: list), \(value)" }
    return "\(fragment: beginning) VALUES (\(fragment: list)) ON CONFLICT DO NOTHING"
  }
}
