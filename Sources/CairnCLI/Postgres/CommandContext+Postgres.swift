import Cairn
import CairnPassword
import CairnPostgres
import CairnSQL
import CairnServer
import CairnStore
import Glibc

extension CommandContext {
  /// Returns the configured databases; nil if logs are files.
  ///
  /// With `isLive`, the server also sends and receives notifications.
  /// Throws `usage.value` for an invalid address.
  func postgres(
    _ settings: ServerSettings? = nil,
    isLive: Bool = false
  ) throws(CairnError) -> Shards? {
    let settings = settings ?? ServerSettings(nil, variable: variable)
    guard let address = try Self.address(.database, settings) else { return nil }
    let direct = try Self.address(.databaseDirect, settings)
    let home = PostgresServer(
      address,
      live: isLive ? direct ?? address : nil,
      isPooled: direct != nil
    )
    return try Shards(home, settings.lines(.databaseShards))
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
        hint: "Write for instance postgresql://cairn_server@localhost/cairn."
      )
    }
    return address
  }

  /// Opens the accounts of a database; logs of new accounts are created in `shard`.
  ///
  /// Throws `storage.not_prepared` for tables of another version, and `storage.privileged_role` for a role
  /// that bypasses row security.
  func accountService(
    in shards: Shards,
    shard: String? = nil
  ) async throws -> AccountService {
    try DataDirectory.make(directory.path)
    let server = shards.home
    try await translated { try await server.waitUntilLive() }
    var logs = try await logs(in: shards)
    try await requireDirect(to: logs)
    logs.newAccountShard = try shards.named(shard)
    try await logs.accounts.requireNotMigratedAway()
    try await logs.accounts.requireMoved {
      let exists = access(directory.accountsFile, F_OK) == 0
      return exists ? try await accountFiles().0 : nil
    }
    do { try directory.markAccountsElsewhere(at: now) } catch { output.warn(error.message) }
    let webhooks = try await sharedWebhooks(in: shards, of: logs.accounts)
    return AccountService(
      logs.accounts,
      logs: logs,
      passwords: try PasswordThread(),
      webhooks: webhooks,
      sentFiles: UploadedFiles.shared(in: shards.home.sharedTables),
      sharing: DistributedRateLimiter(
        notify: { server.notify("count", $0) },
        listen: { server.receive("count", by: $0) }
      ),
      openLogs: 2_000
    )
  }

  /// Refuses a direct address of another database, where notifications and migrations would be missed.
  private func requireDirect(to logs: PostgresLogs) async throws {
    let server = logs.shards.home
    guard server.isLive else { return }
    guard let id = try await translated({ try await server.liveDatabaseID() }),
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
    in shards: Shards,
    of accounts: Accounts
  ) async throws -> Webhooks {
    let shared = Webhooks.shared(in: shards.home.sharedTables, environment: environment)
    guard let own = try await existingWebhooks() else { return shared }
    for account in try await own.owners().compactMap(\.account) {
      guard try await accounts.account(of: account) != nil else { continue }
      try await shared.take(account, from: own)
      try await own.removeAll(of: WebhookOwner(account))
    }
    await own.close()
    return shared
  }

  /// Returns the logs of all accounts across the databases.
  ///
  /// Throws `storage.privileged_role` for a role that bypasses row security, with which every account would see all
  /// rows. Warns about unreachable databases, except the account database, whose error it throws.
  func logs(in shards: Shards) async throws -> PostgresLogs {
    let absent = try await translated { try await shards.checkAll() }
    for (name, reason) in absent.sorted(by: { $0.key < $1.key }) {
      output.warn("The database “\(name)” is unreachable, so its logs are unavailable: \(reason)")
    }
    return PostgresLogs(
      shards: shards,
      accounts: try await Accounts.open(shards.home.sharedTables, environment: environment),
      directory: directory,
      environment: environment
    )
  }
}
