public import Cairn
import CairnSQL

extension Webhooks {
  /// Copies an account's webhooks and deliveries from another database and leaves the originals.
  ///
  /// Skips rows that exist, so an interrupted run can be repeated.
  public func copy(_ account: Identifier<Account>, from other: Webhooks) async throws {
    let owner = WebhookOwner(account)
    let rows = try await other.read(as: owner) { try WebhookRows(of: owner, in: $0) }
    try await write(as: owner) { try rows.insert(in: $0) }
  }
}

/// The webhook and delivery rows of one owner.
private struct WebhookRows: Sendable {
  private let all: [StoredRows]

  init(of owner: WebhookOwner, in connection: any SQLConnection) throws {
    let own: SQL = "owner = \(owner.name)"
    let theirs: SQL = "webhook IN (SELECT id FROM webhook WHERE \(fragment: own))"
    all = [
      try StoredRows(of: .webhook, where: own, in: connection),
      try StoredRows(of: .delivery, where: theirs, in: connection),
    ]
  }

  func insert(in connection: any SQLConnection) throws {
    for rows in all { try rows.insert(ending: "ON CONFLICT DO NOTHING", in: connection) }
  }
}
