public import Cairn
public import CairnPassword
public import CairnStore

/// The people of a server: their accounts, their logs and how they are known.
public struct AccountService: Sendable {
  let accounts: Accounts
  let passwords: PasswordThread
  let logs: LogCache
  let limits: AccountLimits
  let kept: any LogProvider
  /// Those of all accounts; nil where there are none and can be none.
  public let webhooks: Webhooks?
  /// The files that were sent, where several servers know them; nil where each has its own.
  private let sentFiles: UploadedFiles?

  /// Gathers what a household needs.
  ///
  /// At most `openLogs` logs are kept open for who may come next. With `sharing`, all processes count
  /// together against the rate limits.
  public init(
    _ accounts: Accounts,
    logs: any LogProvider,
    passwords: PasswordThread,
    webhooks: Webhooks? = nil,
    sentFiles: UploadedFiles? = nil,
    sharing: DistributedRateLimiter? = nil,
    openLogs: Int = 32
  ) {
    (self.accounts, self.passwords, kept) = (accounts, passwords, logs)
    (self.webhooks, self.sentFiles, limits) = (webhooks, sentFiles, AccountLimits(sharing))
    self.logs = LogCache(logs, limit: openLogs)
  }

  /// Makes an account with an empty log.
  ///
  /// Throws `account.name`, `account.weak_password`, `account.name_taken`, `account.busy`,
  /// `account.setup_link` and what making a file throws; there is no account then.
  @discardableResult
  public func add(
    _ name: String,
    password: String,
    zone: String,
    called: String? = nil,
    setupSecret: String? = nil
  ) async throws -> Account {
    let name = try AccountName(name)
    let hash = try await hash(Password(password, for: name.text))
    let id = accounts.newID()
    // The log first: an account whose log is missing is one whose log was lost.
    try await kept.make(id)
    do {
      return try await accounts.add(
        id,
        name,
        hash: hash,
        zone: zone,
        called: called,
        setupSecret: setupSecret
      )
    } catch {
      if let made = try await made(id, name, in: error) { return made }
      throw error
    }
  }

  /// An account that was made although an error says otherwise; where there surely is none, its log goes.
  private func made(
    _ id: Identifier<Account>,
    _ name: AccountName,
    in error: any Error
  ) async throws -> Account? {
    guard (error as? CairnError)?.code == "storage.unknown_commit" else {
      try await kept.remove(id)
      try await accounts.remove(id)
      return nil
    }
    return try? await accounts.named(name.text).flatMap { $0.id == id ? $0 : nil }
  }

  /// The path at which the first account can be made, once and within a day; nil when there is one.
  public func setupPath() async throws -> String? {
    try await accounts.newSetupSecret().map { "/setup/" + $0 }
  }

  /// All accounts, by name.
  public func all() async throws -> [Account] { try await accounts.all() }

  /// The account of a name; throws `account.none`.
  public func named(_ name: String) async throws -> Account {
    guard let account = try await accounts.named(name) else { throw CairnError.noAccount(name) }
    return account
  }

  /// The names of the databases in which logs lie, of those that do not lie beside the accounts.
  public func shards() async throws -> [Identifier<Account>: String] {
    try await accounts.shards()
  }

  /// The names of all databases in which logs lie, but of the one of the accounts.
  public func shardNames() async throws -> [String] { try await accounts.shardNames() }

  /// Sets another password and revokes all passes but one.
  ///
  /// Throws `account.weak_password` and `account.busy`.
  public func setPassword(
    _ password: String,
    of account: Account,
    keeping credential: Identifier<Credential>? = nil
  ) async throws {
    let hash = try await hash(Password(password, for: account.name))
    try await accounts.setPassword(account.id, hash: hash, keeping: credential)
  }

  /// The milestones that an account has reached and webhooks are told of.
  public func milestonesToTell(
    of account: Identifier<Account>
  ) async throws -> [ReachedMilestoneEvent] {
    try await logs.lease(account).log.milestonesToTell()
  }

  /// Where files wait that people sent to be imported.
  var importShelf: any ImportJobStore {
    guard let sentFiles else { return InMemoryImportJobStore() }
    return DatabaseImportJobStore(sentFiles) { [accounts] in accounts.newID().record }
  }

  /// Removes an account, its passes, its webhooks, what it sent, and its log with all copies of it.
  ///
  /// The log goes first, or nothing does. The account goes last: a process that dies before leaves one
  /// that can be removed again.
  public func remove(_ account: Account) async throws {
    await logs.forget(account.id)
    try await kept.remove(account.id)
    try await webhooks?.removeAll(of: WebhookOwner(account.id))
    try await sentFiles?.removeAll(of: account.id.record.text)
    try await accounts.remove(account.id)
  }

  /// Closes an account without its password; its person opens it again by signing in during
  /// ``Account/grace`` (spec/security.md M7).
  func close(_ account: Account) async throws {
    await logs.forget(account.id)
    try await accounts.close(account.id)
  }

  /// Removes the closed accounts that were due in the previous round and still are; gives those that are
  /// due now.
  ///
  /// A clock that jumps ahead for a moment removes nothing. An account that cannot be removed is reported to
  /// `failed`, and the others are still removed.
  func removeClosed(
    dueBefore: Set<Identifier<Account>>,
    failed: (any Error) -> Void
  ) async -> Set<Identifier<Account>> {
    do {
      let due = try await accounts.toRemove()
      for account in due where dueBefore.contains(account.id) {
        do {
          if try await accounts.isToRemove(account.id) { try await remove(account) }
        } catch { failed(error) }
      }
      return Set(due.map(\.id))
    } catch {
      failed(error)
      return []
    }
  }

  /// The logs of all accounts, to be copied; one that is not open is opened for that.
  public func backupSubjects() async throws -> [BackupSubject] {
    try await all().map { account in
      BackupSubject(account.id.record.text) { [logs] in
        try await logs.lease(account.id).kept?.backUp() ?? false
      }
    }
  }

  /// Hashes a password that was found to be right once more, at today's cost.
  func renewHash(_ password: String, of account: Account) async throws {
    try await accounts.renewHash(account.id, hash(Password(known: password)))
  }

  private func hash(_ password: Password) async throws -> String {
    try await passwords.hash(password, salt: accounts.newSalt()).text
  }
}

extension CairnError {
  /// The answer to the name of no account.
  package static func noAccount(_ name: String) -> CairnError {
    CairnError(
      "account.none",
      "There is no account “\(name)”.",
      hint: "`cairn account list` names those there are."
    )
  }
}
