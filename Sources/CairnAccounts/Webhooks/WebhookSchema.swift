import CairnSQL

/// The migrations of the webhook tables; a released migration never changes.
///
/// They are in a database of their own, so that no backup or export of a log contains a secret (ADR 17). On PostgreSQL
/// they are part of the accounts database, in ``AccountSchema/postgresql``.
enum WebhookSchema {
  static let migrations = [
    Migration(
      1,
      "create the webhook tables",
      sqlite: SQLTable.create([.webhook, .delivery], for: .sqlite),
      checksum: "4d4391efa0536038"
    )
  ]
}
