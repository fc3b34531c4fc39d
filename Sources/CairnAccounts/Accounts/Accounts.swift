public import Cairn
public import CairnSQL
public import CairnStore

/// The accounts of a server and their credentials.
///
/// The server and `cairn account` may use the database at the same time. Changes are durable when a call returns.
public struct Accounts: Sendable {
  let database: any SQLDatabase
  package let environment: LogEnvironment
  let credentialUses = CredentialUses()

  /// Opens the accounts and migrates their tables.
  ///
  /// Throws `storage.newer_log` if a newer version wrote the database; nothing changes then.
  public static func open(
    _ database: any SQLDatabase,
    environment: LogEnvironment
  ) async throws -> Accounts {
    let accounts = Accounts(database: database, environment: environment)
    let isFile = database.dialect.name == "sqlite"
    let steps = isFile ? AccountSchema.migrations : AccountSchema.postgresql
    try await accounts.translated { try await Migrator(steps).migrate(database) }
    return accounts
  }

  /// Returns all accounts, by name.
  public func all() async throws -> [Account] {
    let query: SQL = "SELECT \(fragment: Account.columns) FROM account ORDER BY folded"
    return try await read { try $0.all(query, Account.init) }
  }

  /// Returns at most `limit` open accounts by name, starting after `name` if given.
  package func list(after name: String?, limit: Int) async throws -> [Account] {
    let folded = name.map { Cairn.folded($0) } ?? ""
    let query: SQL = """
      SELECT \(fragment: Account.columns) FROM account
      WHERE folded > \(folded) AND closed_at IS NULL ORDER BY folded LIMIT \(limit)
      """
    return try await read { try $0.all(query, Account.init) }
  }

  /// Returns the number of accounts.
  package func count() async throws -> Int64 {
    try await read { try AccountTable.count(in: $0) }
  }

  /// Returns the account with a name, or nil.
  public func named(_ name: String) async throws -> Account? {
    let folded = Cairn.folded(name)
    return try await read { try AccountTable.account(folded, in: $0)?.account }
  }

  /// Returns the account with a name and its password hash, or nil.
  package func accountWithHash(_ name: String) async throws -> (account: Account, hash: String)? {
    let folded = Cairn.folded(name)
    return try await read { try AccountTable.account(folded, in: $0) }
  }

  /// Returns the account with an id, or nil.
  package func account(of id: Identifier<Account>) async throws -> Account? {
    try await read { try AccountTable.account(of: id, in: $0) }
  }

  /// Returns a new account id.
  public func newID() -> Identifier<Account> {
    Identifier(environment.newID(at: environment.now()))
  }

  /// Creates an account; `hash` is the hash of its password.
  ///
  /// A `setupSecret` is checked and used up. Throws `account.name_taken`, and `account.invalid_setup_link` if the setup
  /// link is invalid.
  public func add(
    _ id: Identifier<Account>,
    _ name: AccountName,
    hash: String,
    zone: String,
    displayName: String? = nil,
    setupSecret: String? = nil
  ) async throws -> Account {
    let now = environment.now()
    let account = Account(
      id: id,
      name: name.text,
      zone: zone,
      createdAt: now,
      givenDisplayName: displayName
    )
    try await write { connection in
      if let setupSecret {
        let hash = Self.hash(setupSecret)
        guard try SetupLinkTable.isValid(hash, at: now, in: connection) else {
          throw CairnError.invalidSetupLink
        }
      }
      try SetupLinkTable.delete(in: connection)
      guard try AccountTable.account(name.folded, in: connection) == nil else {
        throw CairnError(
          "account.name_taken",
          "An account “\(name.text)” or with a similar name already exists.",
          hint: "Choose another name."
        )
      }
      try AccountTable.insert(account, name.folded, hash, in: connection)
    }
    return account
  }

  /// Removes an account and its credentials; returns whether it existed.
  @discardableResult
  public func remove(_ id: Identifier<Account>) async throws -> Bool {
    try await write { connection in
      try ComparisonTable.leave(id, in: connection)
      return try connection.count("DELETE FROM account WHERE id = \(id)") > 0
    }
  }

  /// Closes an account and revokes its credentials; it is kept for ``Account/grace``.
  package func close(_ id: Identifier<Account>) async throws {
    let now = environment.now()
    try await write { connection in
      try AccountTable.close(id, at: now, in: connection)
      try ComparisonTable.leave(id, in: connection)
      try CredentialTable.deleteAll(of: id, keeping: nil, in: connection)
    }
  }

  /// Reopens a closed account.
  package func reopen(_ id: Identifier<Account>) async throws {
    try await write { try AccountTable.close(id, at: nil, in: $0) }
  }

  /// Returns the closed accounts past their grace period.
  package func dueForRemoval() async throws -> [Account] {
    let limit = environment.now() - Account.grace
    let query: SQL = "SELECT \(fragment: Account.columns) FROM account WHERE closed_at < \(limit)"
    return try await read { try $0.all(query, Account.init) }
  }

  /// Returns whether an account is still closed and past its grace period.
  package func isDueForRemoval(_ id: Identifier<Account>) async throws -> Bool {
    try await account(of: id)?.closedAt.map { $0 < environment.now() - Account.grace } ?? false
  }

  /// Sets a new password hash and revokes all credentials except one.
  public func setPassword(
    _ id: Identifier<Account>,
    hash: String,
    keeping credential: Identifier<Credential>? = nil
  ) async throws {
    try await write { connection in
      try AccountTable.setPassword(hash, of: id, in: connection)
      try CredentialTable.deleteAll(of: id, keeping: credential, in: connection)
    }
  }

  /// Sets the IANA time zone of an account; throws `account.zone` if it is unknown.
  package func setZone(_ id: Identifier<Account>, _ zone: String) async throws {
    guard environment.zone(zone) != nil else {
      throw CairnError(
        "account.zone",
        "“\(zone)” is not a known time zone.",
        hint: "Give an IANA name such as Europe/Berlin."
      )
    }
    try await write { try $0.run("UPDATE account SET zone = \(zone) WHERE id = \(id)") }
  }

  /// Returns the password hash of an account, or nil if the account does not exist.
  package func hash(of id: Identifier<Account>) async throws -> String? {
    try await read { try $0.value("SELECT password FROM account WHERE id = \(id)") }
  }

  /// Replaces the password hash by one with the current parameters, for the same password.
  package func renewHash(_ id: Identifier<Account>, _ hash: String) async throws {
    try await write { try AccountTable.setPassword(hash, of: id, in: $0) }
  }

  /// Runs a body of account and log queries on a blocking executor; see ``SQLDatabase/onBlockingExecutor(_:)``.
  package func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T {
    try await database.onBlockingExecutor(body)
  }

  func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.read(body) }
  }

  func pointRead<T: Sendable>(
    at query: SQL,
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.pointRead(at: query, body) }
  }

  @discardableResult
  func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await translated { try await database.write(body) }
  }

  func translated<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch let error as StorageError { throw CairnError(error) }
  }
}

extension Accounts {
  /// Returns a digest of all account tables for comparing two copies; ignores when credentials were last used.
  package static func digest(of database: any SQLDatabase) async throws -> RowDigest {
    try await database.read { connection in
      var digest = RowDigest()
      let tables: [SQLTable] = [
        .account.without("closed_at"), .credential.without("seen_at"), .setupLink, .storyClaim,
        .comparedAccount, .comparedShare,
      ]
      for table in tables { try connection.each(table.rows()) { try digest.add($0) } }
      return digest
    }
  }
}
