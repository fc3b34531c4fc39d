package import Cairn
package import CairnSQL

extension Accounts {
  /// Migrates the account tables of a database to the current schema.
  package static func prepare(_ database: any SQLDatabase) async throws {
    try await Migrator(AccountSchema.postgresql).migrate(database)
  }

  /// Copies an account from another database: name, password, credentials, story claims and comparison.
  ///
  /// Deletes the setup link. Throws `account.name_taken` if the name is in use here; nothing changes then.
  package func take(_ id: Identifier<Account>, from other: Accounts) async throws {
    let rows = try await other.read { try AccountRows(of: id, in: $0) }
    try await write { connection in
      try SetupLinkTable.delete(in: connection)
      try rows.insert(in: connection)
    }
  }
}

/// One account's rows from every account table.
private struct AccountRows: Sendable {
  private let account, credentials, claims, compared, shares: StoredRows

  init(of id: Identifier<Account>, in connection: any SQLConnection) throws {
    let all = { (query: SQL) in try StoredRows(query, in: connection) }
    account = try all(
      "SELECT id, name, folded, password, zone, created_at, called FROM account WHERE id = \(id)"
    )
    credentials = try all(
      """
      SELECT id, account, kind, name, scopes, hash, created_at, seen_at FROM credential
      WHERE account = \(id) ORDER BY id
      """
    )
    claims = try all("SELECT story, account FROM story_claim WHERE account = \(id) ORDER BY story")
    compared = try all("SELECT account FROM compared_account WHERE account = \(id)")
    shares = try all(
      """
      SELECT account, dimension, day, tenths, earlier, party, counts_from FROM compared_share
      WHERE account = \(id) ORDER BY dimension
      """
    )
  }

  func insert(in connection: any SQLConnection) throws {
    let put = { (rows: StoredRows, beginning: SQL) in
      try rows.insert(beginning, in: connection)
    }
    try put(account, "INSERT INTO account (id, name, folded, password, zone, created_at, called)")
    try put(
      credentials,
      "INSERT INTO credential (id, account, kind, name, scopes, hash, created_at, seen_at)"
    )
    try put(claims, "INSERT INTO story_claim (story, account)")
    try put(compared, "INSERT INTO compared_account (account)")
    try put(
      shares,
      """
      INSERT INTO compared_share (account, dimension, day, tenths, earlier, party, counts_from)
      """
    )
  }
}
