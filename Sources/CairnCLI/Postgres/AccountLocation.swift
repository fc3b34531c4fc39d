import Cairn
import CairnAccounts
import CairnPostgres
import Glibc

/// A data directory or a database that stores accounts and logs, for `cairn admin migrate`.
struct AccountLocation {
  let accounts: Accounts
  let logs: any LogProvider
  /// Nil for a data directory without webhooks.
  let webhooks: Webhooks?
  /// Nil for a database.
  let directory: DataDirectory?
  /// Nil for a data directory.
  let database: PostgresLogs?
  /// Whether all accounts were moved away from this database; unused for a directory.
  let isMigratedAway: Bool

  /// Saves that all accounts were moved away from here.
  func markMoved(at now: Instant) async throws {
    guard let directory else { return try await accounts.setMigratedAway(true) }
    try directory.markMoved(at: now)
  }

  /// Saves that the accounts are served from here again.
  func unmarkMoved() async throws {
    guard let directory else { return try await accounts.setMigratedAway(false) }
    try directory.unmarkMoved()
  }

  /// Removes an outdated account that was moved away earlier.
  func remove(_ account: Account) async throws {
    try await logs.remove(account.id)
    try await webhooks?.removeAll(of: WebhookOwner(account.id))
    try await accounts.remove(account.id)
  }

  /// Returns accounts that were moved away and then deleted, because they are not among `accounts`.
  ///
  /// Throws `account.moved` if none of `accounts` is known here, because outdated accounts would then be served.
  func deleted(notAmong accounts: [Account]) async throws -> [Account] {
    let (retained, own) = (Set(accounts.map(\.id)), try await self.accounts.all())
    guard isMigratedAway, !own.isEmpty, !accounts.isEmpty else { return [] }
    if !own.contains(where: { retained.contains($0.id) }) {
      try await self.accounts.requireNotMigratedAway()
    }
    return own.filter { !retained.contains($0.id) }
  }
}

extension CommandContext {
  /// Opens the location of the accounts; with `isSource`, no server may use the database during the migration.
  ///
  /// Throws `account.in_use`, and `usage.value` for an invalid location.
  func accountLocation(
    _ word: String?,
    _ option: String,
    isSource: Bool = false
  ) async throws -> AccountLocation {
    if word == "sqlite" { return try await fileLocation() }
    guard let word, word.hasPrefix("postgres") else {
      throw CairnError(
        "usage.value",
        "\(option) takes sqlite or a database URL.",
        hint: "See the examples of `cairn help admin migrate`."
      )
    }
    return try await accountLocation(
      PostgresServer(word, live: isSource ? word : nil, isExclusive: isSource)
    )
  }

  private func fileLocation() async throws -> AccountLocation {
    let (accounts, logs) = try await accountFiles()
    return AccountLocation(
      accounts: accounts,
      logs: logs,
      webhooks: try await existingWebhooks(),
      directory: directory,
      database: nil,
      isMigratedAway: false
    )
  }

  private func accountLocation(_ server: PostgresServer) async throws -> AccountLocation {
    try await translated { try await server.waitUntilLive() }
    let logs = try await logs(in: server)
    return AccountLocation(
      accounts: logs.accounts,
      logs: logs,
      webhooks: Webhooks.shared(in: server.sharedTables, environment: environment),
      directory: nil,
      database: logs,
      isMigratedAway: try await logs.accounts.migratedAwayAt() != nil
    )
  }

  /// Throws `usage.value` for a directory without accounts, which is probably a mistake.
  func requireAccountFiles() throws(CairnError) {
    guard access(directory.accountsFile, F_OK) != 0 else { return }
    throw CairnError(
      "usage.value",
      "--from sqlite needs a data directory with accounts; \(directory.path.visible) has none.",
      hint: "Set the data directory of the server with CAIRN_DATA_DIR or --data-dir."
    )
  }
}
