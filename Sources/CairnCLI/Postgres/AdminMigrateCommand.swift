import Cairn
import CairnServer
import CairnStore

extension Command<CommandContext> {
  static var migrateAccounts: Command {
    Command(
      "migrate",
      group: "Care",
      summary: "Move all accounts and logs from files into PostgreSQL, or back.",
      discussion: """
        Stop the server first. Every account, password, sign-in, record and line of history comes \
        along, and its export is the same afterwards, byte for byte; what is there stays where it was. \
        An account that is there already with the same log is passed over, so a run that was cut off \
        goes on where it was; with another log it is left alone on both sides, and named. Webhooks are moved; \
        copies of logs stay in the data directory, whose accounts are served no more.
        """,
      reads: true,
      examples: [
        Example(
          "cairn admin migrate --from sqlite --to postgresql://cairn_server@localhost/cairn",
          "from the data directory"
        ),
        Example(
          "cairn admin migrate --from postgresql://cairn_server@localhost/cairn --to sqlite",
          "into the data directory"
        ),
      ],
      options: [
        .value("from", "WHERE", "sqlite, for the data directory, or the address of a database."),
        .value("to", "WHERE", "The same."),
      ],
      action: { invocation, context in
        let (from, to) = (invocation.value("from"), invocation.value("to"))
        if from == "sqlite" { try context.requireAccountFiles() }
        if let from, from == to {
          throw CairnError("usage.value", "--from and --to take two places, not '\(from)' twice.")
        }
        guard from == "sqlite" || to == "sqlite" else {
          return try await context.migrate(from, to)
        }
        return try await context.directory.withAccountsLock(alone: true) {
          try await context.migrate(from, to)
        }
      }
    )
  }
}

extension CommandContext {
  /// Migrates all accounts; exits with 1 if the target has one of them with another log.
  fileprivate func migrate(_ from: String?, _ to: String?) async throws -> ExitCode {
    let source = try await place(from, "--from", isSource: true)
    let target = try await place(to, "--to")
    try await requireDistinctDatabases(source, target)
    if source.isAway {
      output.warn("The accounts were moved away from there before: what is there may be old.")
    }
    let accounts = try await source.accounts.all()
    try await removeDeleted(elsewhere: accounts, from: target)
    var move = AccountMigration(
      from: source,
      to: target,
      webhooks: { try await webhooks() },
      warn: { output.warn($0) }
    )
    let outcomes = try await move.run(accounts)
    let isWhole = !outcomes.contains(.differs)
    if isWhole, !accounts.isEmpty { try await note(move, of: accounts) }
    confirmMoved(outcomes.count { $0 == .moved })
    return isWhole ? .done : .refused
  }

  /// Refuses two names of one database, because the cleanup would delete the only copy.
  private func requireDistinctDatabases(_ source: AccountLocation, _ target: AccountLocation) async throws {
    guard let one = source.database, let other = target.database,
      try await one.databaseID() == other.databaseID()
    else { return }
    throw CairnError("usage.value", "--from and --to are two names of one database.")
  }

  private func removeDeleted(
    elsewhere accounts: [Account],
    from target: AccountLocation
  ) async throws {
    for gone in try await target.deleted(elsewhere: accounts) {
      output.warn("\(gone.name.visible) was deleted since it was moved away, and is removed there.")
      try await target.remove(gone)
    }
  }

  /// Marks the source as moved before it marks the target as active, so that both are never active.
  ///
  /// Webhooks are removed last. If they stayed, one removed at the target could be delivered from the source again.
  private func note(_ move: AccountMigration, of accounts: [Account]) async throws {
    try await move.leave(at: now)
    try await move.target.unmarkMoved()
    for account in accounts {
      try await move.source.webhooks?.removeAll(of: WebhookOwner(account.id))
    }
  }

  private func confirmMoved(_ moved: Int) {
    let words = moved == 1 ? "account" : "accounts"
    show("moved", .integer(Int64(moved)), "Moved \(moved) \(words).")
  }
}
