import Cairn
import CairnAccounts

extension Command<CommandContext> {
  static var migrateAccounts: Command {
    Command(
      "migrate",
      summary: "Migrate all accounts and logs from files to PostgreSQL, or back.",
      discussion: """
        Stop the server first. Migrates every account, password, sign-in, record and history \
        entry; the export of a log stays the same, byte for byte. The source is kept. \
        An account whose log was already copied is skipped, so you can repeat an interrupted run. \
        An account with another log at the target is skipped and reported. Webhooks are moved; \
        backups stay in the data directory, whose accounts are no longer served.
        """,
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
        .value("from", "WHERE", "The source: sqlite for the data directory, or a database URL."),
        .value("to", "WHERE", "The target: sqlite or a database URL."),
      ],
      action: { invocation, context in
        let (from, to) = (invocation.value("from"), invocation.value("to"))
        if from == "sqlite" { try context.requireAccountFiles() }
        if let from, from == to {
          throw CommandContext.same("--from and --to must differ, but both are “\(from)”.")
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
    let source = try await accountLocation(from, "--from", isSource: true)
    let target = try await accountLocation(to, "--to")
    try await requireDistinctDatabases(source, target)
    if source.isMigratedAway {
      output.warn("The accounts were moved away from there earlier, so its data may be outdated.")
    }
    let accounts = try await source.accounts.all()
    try await removeDeleted(notAmong: accounts, from: target)
    var move = AccountMigration(
      from: source,
      to: target,
      webhooks: { try await webhooks() },
      warn: { output.warn($0) }
    )
    let outcomes = try await move.run(accounts)
    let isComplete = !outcomes.contains(.differs)
    if isComplete, !accounts.isEmpty { try await note(move, of: accounts) }
    confirmMoved(outcomes.count { $0 == .moved })
    return isComplete ? .done : .refused
  }

  /// Refuses two names of one database, because the cleanup would delete the only copy.
  private func requireDistinctDatabases(_ source: AccountLocation, _ target: AccountLocation)
    async throws
  {
    guard let one = source.database, let other = target.database,
      try await one.databaseID() == other.databaseID()
    else { return }
    throw Self.same("--from and --to are the same database.")
  }

  fileprivate static func same(_ sentence: String) -> CairnError {
    CairnError(
      "usage.value",
      sentence,
      hint: "Give the source of the accounts with --from, and the target with --to."
    )
  }

  private func removeDeleted(
    notAmong accounts: [Account],
    from target: AccountLocation
  ) async throws {
    for deletedAccount in try await target.deleted(notAmong: accounts) {
      output.warn(
        "\(deletedAccount.name.visible) was deleted after it was moved, and is removed from the target."
      )
      try await target.remove(deletedAccount)
    }
  }

  /// Marks the source as moved before it marks the target as active, so that at most one is active.
  ///
  /// Removes the webhooks of the source last: a copy left there could fire even after its removal at the target.
  private func note(_ move: AccountMigration, of accounts: [Account]) async throws {
    try await move.markSourceMoved(at: now)
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
