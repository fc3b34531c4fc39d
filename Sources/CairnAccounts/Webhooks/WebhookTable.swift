import Cairn
import CairnSQL

/// The table `webhook`.
enum WebhookTable {
  static func insert(_ webhook: Webhook, in connection: any SQLConnection) throws {
    let secret = Base64.text(webhook.secret)
    try connection.run(
      """
      INSERT INTO webhook (id, owner, url, secret, made_at)
      VALUES (\(webhook.id), \(webhook.owner.name), \(webhook.url), \(secret), \(webhook.createdAt))
      """
    )
  }

  static func all(
    of owner: WebhookOwner,
    in connection: any SQLConnection
  ) throws -> [Webhook] {
    let query: SQL = """
      SELECT \(fragment: Webhook.columns) FROM webhook
      WHERE owner = \(owner.name) ORDER BY made_at, id
      """
    return try connection.all(query) { try Webhook($0) }
  }

  static func owners(
    _ dialect: SQLDialect,
    in connection: any SQLConnection
  ) throws -> [WebhookOwner] {
    let query: SQL =
      switch dialect.name {
      case "postgresql": "SELECT webhook_owners()"
      default: "SELECT DISTINCT owner FROM webhook ORDER BY owner"
      }
    return try connection.all(query) { WebhookOwner(stored: try $0.text(0)) }
  }

  static func delete(
    _ id: Identifier<Webhook>,
    of owner: WebhookOwner,
    in connection: any SQLConnection
  ) throws -> Bool {
    try connection.count("DELETE FROM webhook WHERE id = \(id) AND owner = \(owner.name)") > 0
  }

  static func deleteAll(of owner: WebhookOwner, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM webhook WHERE owner = \(owner.name)")
  }
}

extension Webhook {
  static let columns: SQL = "owner, url, secret, webhook.id, webhook.made_at"

  /// Reads the columns.
  init(_ row: any SQLRow) throws {
    id = try row["id"]
    owner = WebhookOwner(stored: try row["owner"])
    url = try row["url"]
    secret = Base64.bytes(try row["secret"]) ?? []
    createdAt = try row["made_at"]
  }
}
