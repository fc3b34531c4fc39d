import Cairn
import CairnSQL

/// The table `pass`.
enum PassTable {
  static func insert(
    _ pass: Pass,
    of account: Identifier<Account>,
    hash: String,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO pass (id, account, kind, name, scopes, hash, created_at, seen_at)
      VALUES (\(pass.id), \(account), \(pass.kind.name), \(pass.name), \(pass.scopes.text),
        \(hash), \(pass.createdAt), \(pass.seenAt))
      """
    )
  }

  /// The pass with that hash and the account that has it, as ``Holder/init(_:)`` takes them.
  ///
  /// Then when all accounts of a database were moved away, or null.
  static func holder(ofHash hash: String, _ dialect: SQLDialect) -> SQL {
    let away: SQL = dialect.name == "sqlite" ? "NULL" : "(SELECT at FROM moved_away)"
    return """
      SELECT pass.id, pass.kind, pass.name, pass.scopes, pass.created_at, pass.seen_at,
        account.id, account.name, account.zone, account.created_at, account.called,
        account.closed_at,
        \(fragment: away)
      FROM pass JOIN account ON account.id = pass.account
      WHERE pass.hash = \(hash)
      """
  }

  static func all(
    _ kind: Pass.Kind,
    of account: Identifier<Account>,
    in connection: any SQLConnection
  ) throws -> [Pass] {
    let query: SQL = """
      SELECT id, kind, name, scopes, created_at, seen_at FROM pass
      WHERE account = \(account) AND kind = \(kind.name)
      ORDER BY created_at DESC, id DESC
      """
    return try connection.all(query) { try Pass($0) }
  }

  static func touch(
    _ id: Identifier<Pass>,
    at now: Instant,
    in connection: any SQLConnection
  ) throws {
    try connection.run("UPDATE pass SET seen_at = \(now) WHERE id = \(id)")
  }

  static func delete(
    _ id: Identifier<Pass>,
    of account: Identifier<Account>,
    in connection: any SQLConnection
  ) throws -> Bool {
    try connection.count("DELETE FROM pass WHERE id = \(id) AND account = \(account)") > 0
  }

  /// Removes the passes of an account and kind that were not used for longest, so that ``most`` are left.
  ///
  /// No clock decides it: one that jumps ahead would take every credential for expired
  /// (spec/security.md L14). Those that are expired are refused while they are there.
  static func deleteOldest(
    _ kind: Pass.Kind,
    of account: Identifier<Account>,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      DELETE FROM pass WHERE account = \(account) AND kind = \(kind.name) AND id NOT IN (
        SELECT id FROM pass WHERE account = \(account) AND kind = \(kind.name)
        ORDER BY seen_at DESC, id DESC LIMIT \(most))
      """
    )
  }

  /// How many browsers and how many programs an account has at most.
  static let most = 200

  static func deleteAll(
    of account: Identifier<Account>,
    keeping pass: Identifier<Pass>?,
    in connection: any SQLConnection
  ) throws {
    let others: SQL = pass.map { "AND id <> \($0)" } ?? ""
    try connection.run("DELETE FROM pass WHERE account = \(account) \(fragment: others)")
  }
}

extension Holder {
  init(_ row: any SQLRow) throws {
    self.init(account: try Account(row, from: 6), pass: try Pass(row))
  }
}

extension Pass {
  fileprivate init(_ row: any SQLRow) throws {
    id = Identifier(try row.id(0))
    kind = Kind(name: try row.text(1))
    name = try row.text(2)
    scopes = Set(text: try row.text(3))
    createdAt = try row.instant(4)
    seenAt = try row.instant(5)
  }
}
