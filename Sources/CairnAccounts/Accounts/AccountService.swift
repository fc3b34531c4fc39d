public import Cairn

/// The accounts of a multi-user server, with their logs, passwords and rate limits.
public struct AccountService: Sendable {
  package let accounts: Accounts
  package let passwords: PasswordThread
  package let logs: LogCache
  package let limits: AccountLimits
  package let backing: any LogProvider
  /// The webhooks of all accounts; nil if webhooks are off.
  public let webhooks: Webhooks?
  /// The uploads shared by all server processes; nil if each process has its own.
  package let uploadedFiles: UploadedFiles?

  /// Creates the service.
  ///
  /// Keeps at most `openLogs` logs open in its cache. With `sharing`, all processes share one set of rate limits.
  public init(
    _ accounts: Accounts,
    logs: any LogProvider,
    passwords: PasswordThread,
    webhooks: Webhooks? = nil,
    uploadedFiles: UploadedFiles? = nil,
    sharing: DistributedRateLimiter? = nil,
    openLogs: Int = 32
  ) {
    (self.accounts, self.passwords, backing) = (accounts, passwords, logs)
    (self.webhooks, self.uploadedFiles, limits) = (webhooks, uploadedFiles, AccountLimits(sharing))
    self.logs = LogCache(logs, limit: openLogs)
  }

  /// Creates an account with an empty log.
  ///
  /// Throws `account.name`, `account.weak_password`, `account.name_taken`, `account.busy`, `account.invalid_setup_link`
  /// and errors of creating a file; no account exists then.
  @discardableResult
  public func add(
    _ name: String,
    password: String,
    zone: String,
    displayName: String? = nil,
    setupSecret: String? = nil
  ) async throws -> Account {
    let name = try AccountName(name)
    let hash = try await hash(Password(password, for: name.text), of: .stranger)
    let id = accounts.newID()
    // The log is created first, because an account without a log would look like data loss.
    try await backing.make(id)
    do {
      return try await accounts.add(
        id,
        name,
        hash: hash,
        zone: zone,
        displayName: displayName,
        setupSecret: setupSecret
      )
    } catch {
      if let created = try await created(id, name, in: error) { return created }
      throw error
    }
  }

  /// Returns the account if an uncertain commit succeeded; otherwise removes its log.
  private func created(
    _ id: Identifier<Account>,
    _ name: AccountName,
    in error: any Error
  ) async throws -> Account? {
    guard (error as? CairnError)?.code == "storage.unknown_commit" else {
      try await backing.remove(id)
      try await accounts.remove(id)
      return nil
    }
    return try? await accounts.named(name.text).flatMap { $0.id == id ? $0 : nil }
  }

  /// Returns the one-time path for the first account, valid for a day; nil if an account exists.
  public func setupPath() async throws -> String? {
    try await accounts.newSetupSecret().map { "/setup/" + $0 }
  }

  /// Returns all accounts, sorted by name.
  public func all() async throws -> [Account] { try await accounts.all() }

  /// Returns the account with a name; throws `account.not_found`.
  public func named(_ name: String) async throws -> Account {
    guard let account = try await accounts.named(name) else { throw CairnError.noAccount(name) }
    return account
  }

  /// Sets a new password and revokes all credentials except one.
  ///
  /// Throws `account.weak_password` and `account.busy`.
  public func setPassword(
    _ password: String,
    of account: Account,
    keeping credential: Identifier<Credential>? = nil
  ) async throws {
    let hash = try await hash(Password(password, for: account.name), of: .known)
    try await accounts.setPassword(account.id, hash: hash, keeping: credential)
  }

  /// Returns the milestones that an account has reached and webhooks report.
  public func reachedMilestoneEvents(
    of account: Identifier<Account>
  ) async throws -> [ReachedMilestoneEvent] {
    try await logs.lease(account).log.reachedMilestoneEvents()
  }

  /// Removes an account with its credentials, webhooks and uploads, and its log with all backups.
  ///
  /// Starts with the log and ends with the account row: after a crash in between, the removal can be repeated.
  public func remove(_ account: Account) async throws {
    await logs.close(account.id)
    try await backing.remove(account.id)
    try await webhooks?.removeAll(of: WebhookOwner(account.id))
    try await uploadedFiles?.removeAll(of: account.id.record.text)
    try await accounts.remove(account.id)
  }

  /// Closes an account without its password; signing in reopens it during ``Account/grace`` (spec/security.md M7).
  package func close(_ account: Account) async throws {
    await logs.close(account.id)
    try await accounts.close(account.id)
  }

  /// Removes the closed accounts that were due in the previous round and still are; returns those due now.
  ///
  /// The second round protects against a clock that jumps ahead briefly. `failed` receives the error of an account
  /// that could not be removed; the other accounts are still removed.
  package func removeClosed(
    dueBefore: Set<Identifier<Account>>,
    failed: (any Error) -> Void
  ) async -> Set<Identifier<Account>> {
    do {
      let due = try await accounts.dueForRemoval()
      for account in due where dueBefore.contains(account.id) {
        do {
          if try await accounts.isDueForRemoval(account.id) { try await remove(account) }
        } catch { failed(error) }
      }
      return Set(due.map(\.id))
    } catch {
      failed(error)
      return []
    }
  }

  /// Returns the backup task of each account's log; it opens the log if necessary.
  public func backupSubjects() async throws -> [BackupSubject] {
    try await all().map { account in
      BackupSubject(account.id.record.text) { [logs] in
        try await logs.lease(account.id).backing?.backUp() ?? false
      }
    }
  }

  /// Hashes a verified password again at the current cost.
  package func renewHash(_ password: String, of account: Account) async throws {
    try await accounts.renewHash(account.id, hash(Password(known: password), of: .known))
  }

  private func hash(
    _ password: Password,
    of caller: PasswordThread.Caller
  ) async throws -> String {
    try await passwords.hash(password, salt: accounts.newSalt(), of: caller).text
  }
}

extension CairnError {
  /// The error for an unknown account name.
  package static func noAccount(_ name: String) -> CairnError {
    CairnError(
      "account.not_found",
      "There is no account “\(name)”.",
      hint: "List accounts with `cairn account list`."
    )
  }
}
