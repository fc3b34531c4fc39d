import Cairn
import CairnAccounts
import CairnPostgres
import CairnStore
import Glibc

extension CommandContext {
  /// Returns the configured database; nil if logs are files.
  ///
  /// With `isLive`, the server also sends and receives notifications.
  /// Throws `usage.value` for an invalid address.
  func postgres(
    _ settings: ServerSettings? = nil,
    isLive: Bool = false
  ) throws(CairnError) -> PostgresServer? {
    let settings = settings ?? ServerSettings(nil, variable: variable)
    guard let address = try Self.address(.database, settings) else { return nil }
    let direct = try Self.address(.databaseDirect, settings)
    let live = isLive ? direct ?? address : nil
    return PostgresServer(address, live: live, isPooled: direct != nil)
  }

  private static func address(
    _ setting: ServerSetting,
    _ settings: ServerSettings
  ) throws(CairnError) -> String? {
    guard let address = try settings.value(setting) else { return nil }
    guard ["postgres://", "postgresql://"].contains(where: { address.hasPrefix($0) }) else {
      throw CairnError(
        "usage.value",
        "\(try settings.found(setting).origin) takes the URL of a PostgreSQL database.",
        hint: "For example: postgresql://cairn_server@localhost/cairn."
      )
    }
    return address
  }

  /// Opens the accounts of a database.
  ///
  /// Throws `storage.not_prepared` for tables of another version, and `storage.privileged_role` for a role
  /// that bypasses row security.
  func accountService(in server: PostgresServer) async throws -> AccountService {
    try DataDirectory.make(directory.path)
    try await translated { try await server.waitUntilLive() }
    let logs = try await logs(in: server)
    try await requireDirect(to: logs)
    try await logs.accounts.requireNotMigratedAway()
    try await logs.accounts.requireMoved {
      let exists = access(directory.accountsFile, F_OK) == 0
      return exists ? try await accountFiles().0 : nil
    }
    do { try directory.markAccountsElsewhere(at: now) } catch { output.warn(error.message) }
    let webhooks = try await sharedWebhooks(in: server, of: logs.accounts)
    return AccountService(
      logs.accounts,
      logs: logs,
      passwords: try PasswordThread(),
      webhooks: webhooks,
      uploadedFiles: UploadedFiles.shared(in: server.sharedTables),
      sharing: DistributedRateLimiter(
        notify: { server.notify("count", $0) },
        listen: { server.receive("count", by: $0) }
      ),
      openLogs: 2_000
    )
  }

  /// Refuses a direct address of another database, where notifications and migrations would be missed.
  private func requireDirect(to logs: PostgresLogs) async throws {
    guard logs.server.isLive else { return }
    guard let id = try await translated({ try await logs.server.liveDatabaseID() }),
      try await id != logs.databaseID()
    else { return }
    throw CairnError(
      "storage.database_mismatch",
      "CAIRN_DATABASE_DIRECT and CAIRN_DATABASE are different databases.",
      hint: "Set it to a direct URL of the same database, without the pooler."
    )
  }

  /// Returns the webhooks in the database, after moving any that are stored in the data directory.
  private func sharedWebhooks(
    in server: PostgresServer,
    of accounts: Accounts
  ) async throws -> Webhooks {
    let shared = Webhooks.shared(in: server.sharedTables, environment: environment)
    guard let own = try await existingWebhooks() else { return shared }
    for account in try await own.owners().compactMap(\.account) {
      guard try await accounts.account(of: account) != nil else { continue }
      try await shared.copy(account, from: own)
      try await own.removeAll(of: WebhookOwner(account))
    }
    await own.close()
    return shared
  }

  /// Returns the logs of all accounts in a database.
  ///
  /// Throws `storage.privileged_role` for a role that bypasses row security, with which every account would see all
  /// rows, `storage.missing_role`, `storage.schema_incomplete`, `storage.not_prepared` and `storage.unreachable`.
  func logs(in server: PostgresServer) async throws -> PostgresLogs {
    try await translated {
      try await server.requireUnprivilegedRole()
      try await server.requireAppRole()
      try await server.requirePolicies()
      try await Log.requireTables(in: server.tables)
      try await server.requireReaderRole()
    }
    return PostgresLogs(
      server: server,
      accounts: try await Accounts.open(server.sharedTables, environment: environment),
      directory: directory,
      environment: environment
    )
  }
}
