import Cairn
import CairnPostgres
import CairnServer
import CairnStore
import Glibc

/// Where accounts and their logs lie, for `cairn admin migrate`: a data directory, or a database.
struct AccountLocation {
  let accounts: Accounts
  let logs: any LogProvider
  /// Nil for a data directory that never had any.
  let webhooks: Webhooks?
  /// Nil for a database.
  let directory: DataDirectory?
  /// Nil for a data directory.
  let database: PostgresLogs?
  /// Whether all accounts of a database were moved away from it; of a directory nobody asks.
  let isAway: Bool

  /// Keeps that all accounts were moved away from there at a time.
  func noteMoved(at now: Instant) async throws {
    guard let directory else { return try await accounts.noteAway(true) }
    try directory.noteMoved(at: now)
  }

  /// Keeps that its accounts are served from there again.
  func noteMovedBack() async throws {
    guard let directory else { return try await accounts.noteAway(false) }
    try directory.noteMovedBack()
  }

  /// Removes an account that is there as it was when all were moved away.
  func remove(_ account: Account) async throws {
    try await logs.remove(account.id)
    try await webhooks?.removeAll(of: WebhookOwner(account.id))
    try await accounts.remove(account.id)
  }

  /// Those that were moved away and are no more among the accounts that come back: somebody deleted them.
  ///
  /// Throws `account.moved` where none of these comes back: those that are left would be served as they were.
  func deleted(elsewhere accounts: [Account]) async throws -> [Account] {
    let (kept, own) = (Set(accounts.map(\.id)), try await self.accounts.all())
    guard isAway, !own.isEmpty, !accounts.isEmpty else { return [] }
    if !own.contains(where: { kept.contains($0.id) }) { try await self.accounts.requireHere() }
    return own.filter { !kept.contains($0.id) }
  }
}

extension CommandContext {
  /// Where accounts are, or go to; a database that they leave is served by nobody meanwhile.
  ///
  /// Throws `account.in_use`, and `usage.value` for what is no place.
  func place(
    _ word: String?,
    _ option: String,
    isDisconnected: Bool = false
  ) async throws -> AccountLocation {
    if word == "sqlite" { return try await filePlace() }
    guard let word, word.hasPrefix("postgres") else {
      throw CairnError("usage.value", "\(option) takes sqlite or the address of a database.")
    }
    return try await place(PostgresServer(word, live: isDisconnected ? word : nil, isAlone: isDisconnected))
  }

  private func filePlace() async throws -> AccountLocation {
    let (accounts, logs) = try await accountFiles()
    return AccountLocation(
      accounts: accounts,
      logs: logs,
      webhooks: try await knownWebhooks(),
      directory: directory,
      database: nil,
      isAway: false
    )
  }

  private func place(_ server: PostgresServer) async throws -> AccountLocation {
    try await translated { try await server.meet() }
    let settings = ServerSettings(nil, variable: variable)
    let logs = try await logs(in: try Shards(server, settings.lines(.databaseShards)))
    return AccountLocation(
      accounts: logs.accounts,
      logs: logs,
      webhooks: Webhooks.shared(in: server.accountService, environment: environment),
      directory: nil,
      database: logs,
      isAway: try await logs.accounts.awaySince() != nil
    )
  }

  /// Throws where a directory has no accounts, which nobody means to move.
  func requireAccountFiles() throws(CairnError) {
    guard access(directory.accountsFile, F_OK) != 0 else { return }
    throw CairnError(
      "usage.value",
      "--from sqlite takes a data directory with accounts; \(directory.path.visible) has none.",
      hint: "Name the directory of the server with CAIRN_DATA_DIR or --data-dir."
    )
  }
}
