import Cairn
import CairnSQL

/// The table `credential`.
enum CredentialTable {
  static func insert(
    _ credential: Credential,
    of account: Identifier<Account>,
    hash: String,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO credential (id, account, kind, name, scopes, hash, created_at, seen_at)
      VALUES (\(credential.id), \(account), \(credential.kind.name), \(credential.name), \(credential.scopes.text),
        \(hash), \(credential.createdAt), \(credential.seenAt))
      """
    )
  }

  /// Returns the query of the credential with a hash and its account, for ``Identity/init(_:)``.
  ///
  /// The last column is when the accounts were migrated away, or null.
  static func identity(ofHash hash: String, _ dialect: SQLDialect) -> SQL {
    let away: SQL = dialect.name == "sqlite" ? "NULL" : "(SELECT at FROM migrated_away)"
    return """
      SELECT \(fragment: Credential.columns), \(fragment: Account.columns), \(fragment: away) AS migrated_at
      FROM credential JOIN account ON account.id = credential.account
      WHERE credential.hash = \(hash)
      """
  }

  static func all(
    _ kind: Credential.Kind,
    of account: Identifier<Account>,
    in connection: any SQLConnection
  ) throws -> [Credential] {
    let query: SQL = """
      SELECT \(fragment: Credential.columns) FROM credential
      WHERE account = \(account) AND kind = \(kind.name)
      ORDER BY created_at DESC, id DESC
      """
    return try connection.all(query) { try Credential($0) }
  }

  static func touch(
    _ id: Identifier<Credential>,
    at now: Instant,
    in connection: any SQLConnection
  ) throws {
    try connection.run("UPDATE credential SET seen_at = \(now) WHERE id = \(id)")
  }

  static func delete(
    _ id: Identifier<Credential>,
    of account: Identifier<Account>,
    in connection: any SQLConnection
  ) throws -> Bool {
    try connection.count("DELETE FROM credential WHERE id = \(id) AND account = \(account)") > 0
  }

  /// Deletes the least recently used credentials of an account and kind beyond ``maxPerAccount``, without the passwords
  /// of connections, which have a limit of their own.
  ///
  /// Ignores expiry: after a clock jump every credential would look expired (spec/security.md L14). Expired credentials
  /// are rejected but stay stored.
  static func deleteOldest(
    _ kind: Credential.Kind,
    of account: Identifier<Account>,
    in connection: any SQLConnection
  ) throws {
    let own: SQL = """
      account = \(account) AND kind = \(kind.name) AND scopes NOT IN (\(Credential.Scope.koreader.name),
        \(Credential.Scope.supabase.name), \(Credential.Scope.supabaseRefresh.name))
      """
    try connection.run(
      """
      DELETE FROM credential WHERE \(fragment: own) AND id NOT IN (
        SELECT id FROM credential WHERE \(fragment: own)
        ORDER BY seen_at DESC, id DESC LIMIT \(maxPerAccount))
      """
    )
  }

  /// The maximum number of credentials of each kind per account.
  static let maxPerAccount = 200

  static func deleteAll(
    of account: Identifier<Account>,
    keeping credential: Identifier<Credential>?,
    in connection: any SQLConnection
  ) throws {
    let exceptCurrent: SQL = credential.map { "AND id <> \($0)" } ?? ""
    try connection.run(
      "DELETE FROM credential WHERE account = \(account) \(fragment: exceptCurrent)"
    )
  }
}

extension Identity {
  init(_ row: any SQLRow) throws {
    self.init(account: try Account(row), credential: try Credential(row))
  }
}

extension Credential {
  fileprivate static let columns: SQL = """
    credential.id AS credential, kind, credential.name AS label, scopes,
    credential.created_at AS issued_at, seen_at
    """

  fileprivate init(_ row: any SQLRow) throws {
    id = try row["credential"]
    kind = Kind(name: try row["kind"])
    name = try row["label"]
    scopes = Set(text: try row["scopes"])
    (createdAt, seenAt) = try (row["issued_at"], row["seen_at"])
  }
}
