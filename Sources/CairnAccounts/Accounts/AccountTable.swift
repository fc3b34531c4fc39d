import Cairn
import CairnSQL

/// The table `account`.
enum AccountTable {
  static func account(
    of id: Identifier<Account>,
    in connection: any SQLConnection
  ) throws -> Account? {
    let query: SQL = "SELECT \(fragment: Account.columns) FROM account WHERE id = \(id)"
    return try connection.first(query) { try Account($0) }
  }

  static func count(in connection: any SQLConnection) throws -> Int64 {
    try connection.value("SELECT count(*) FROM account") ?? 0
  }

  static func account(
    _ folded: String,
    in connection: any SQLConnection
  ) throws -> (account: Account, hash: String)? {
    let query: SQL = """
      SELECT \(fragment: Account.columns), password FROM account
      WHERE folded = \(folded)
      """
    return try connection.first(query) { (try Account($0), try $0["password"]) }
  }

  static func insert(
    _ account: Account,
    _ folded: String,
    _ hash: String,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO account (id, name, folded, password, zone, created_at, display_name)
      VALUES (\(account.id), \(account.name), \(folded), \(hash), \(account.zone),
        \(account.createdAt), \(account.givenDisplayName))
      """
    )
  }

  static func setPassword(
    _ hash: String,
    of id: Identifier<Account>,
    in connection: any SQLConnection
  ) throws {
    try connection.run("UPDATE account SET password = \(hash) WHERE id = \(id)")
  }

  /// Sets when an account was closed; nil reopens it.
  static func close(
    _ id: Identifier<Account>,
    at now: Instant?,
    in connection: any SQLConnection
  ) throws {
    try connection.run("UPDATE account SET closed_at = \(now) WHERE id = \(id)")
  }
}

extension Account {
  static let columns: SQL = """
    account.id, account.name, account.zone, account.created_at, account.display_name, account.closed_at
    """

  /// Reads the columns.
  init(_ row: any SQLRow) throws {
    (id, name, zone, createdAt) = try (row["id"], row["name"], row["zone"], row["created_at"])
    (givenDisplayName, closedAt) = try (row["display_name"], row["closed_at"])
  }
}
