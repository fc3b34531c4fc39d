import Cairn
import CairnPostgres
import CairnServer
import CairnStore
import CairnSync
import Glibc

extension Command<Surroundings> {
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
      action: { invocation, surroundings in
        let (from, to) = (invocation.value("from"), invocation.value("to"))
        if from == "sqlite" { try surroundings.requireAccountFiles() }
        if let from, from == to {
          throw CairnError("usage.value", "--from and --to take two places, not '\(from)' twice.")
        }
        guard from == "sqlite" || to == "sqlite" else {
          return try await surroundings.migrate(from, to)
        }
        return try await surroundings.directory.holdingAccounts(alone: true) {
          try await surroundings.migrate(from, to)
        }
      }
    )
  }
}

/// What became of an account that was to be moved.
private enum AccountMove {
  case moved, same, differs
  /// It is there as it was when it was moved away from there.
  case older
}

extension Surroundings {
  /// Moves every account that is not there yet; ends with 1 where one is there with another log.
  fileprivate func migrate(_ from: String?, _ to: String?) async throws -> ExitCode {
    let (source, target) = (
      try await place(from, "--from", isLeft: true), try await place(to, "--to")
    )
    if source.isAway == true {
      output.warn("The accounts were moved away from there before: what is there may be old.")
    }
    let accounts = try await source.accounts.all()
    for gone in try await target.deleted(elsewhere: accounts) {
      output.warn("\(gone.name.visible) was deleted since it was moved away, and is removed there.")
      try await target.remove(gone)
    }
    var moves: [AccountMove] = []
    for account in accounts {
      do {
        let move = try await move(account, source, target)
        if move != .differs { try await carryWebhooks(of: account, from: source, to: target) }
        moves.append(move)
      } catch let error as CairnError {
        throw error.about(account)
      }
    }
    let isWhole = !moves.contains(.differs)
    if isWhole, !moves.isEmpty { try await noteMove(of: accounts, from, source, to, target) }
    let moved = moves.count { $0 == .moved }
    let words = moved == 1 ? "account" : "accounts"
    show("moved", .integer(Int64(moved)), "Moved \(moved) \(words).")
    return isWhole ? .done : .refused
  }

  /// Accounts and their logs on one engine.
  fileprivate struct Place {
    let accounts: Accounts
    let logs: any AccountLogs
    /// Nil for a data directory that never had any.
    let webhooks: Webhooks?
    /// Whether all accounts were moved away from there; nil for a data directory, which keeps that itself.
    var isAway: Bool?

    /// Keeps in a database whether all accounts were moved away from there.
    func note(isAway: Bool) async throws {
      if self.isAway != nil { try await accounts.noteAway(isAway) }
    }

    /// Removes an account that is there as it was when all were moved away.
    func remove(_ account: Account) async throws {
      try await logs.remove(account.id)
      try await webhooks?.removeAll(of: WebhookOwner(account.id))
      try await accounts.remove(account.id)
    }

    /// Those that are no more among the accounts that were moved away and come back: somebody deleted them.
    ///
    /// None where no account comes back, as from the directory of other people or an empty one.
    func deleted(elsewhere accounts: [Account]) async throws -> [Account] {
      let (kept, own) = (Set(accounts.map(\.id)), try await self.accounts.all())
      guard isAway == true, own.contains(where: { kept.contains($0.id) }) else { return [] }
      return own.filter { !kept.contains($0.id) }
    }
  }

  /// Keeps where the accounts are to be served from: nowhere, before it is the new place.
  ///
  /// Webhooks go last. Left behind, one that is removed at the new place would be told again from the old one.
  private func noteMove(
    of accounts: [Account],
    _ from: String?,
    _ source: Place,
    _ to: String?,
    _ target: Place
  ) async throws {
    try await source.note(isAway: true)
    if from == "sqlite" { try directory.noteMoved(at: now) }
    try await target.note(isAway: false)
    if to == "sqlite" { try directory.noteMovedBack() }
    for account in accounts { try await source.webhooks?.removeAll(of: WebhookOwner(account.id)) }
  }

  /// Throws where a directory has no accounts, which nobody means to move.
  fileprivate func requireAccountFiles() throws(CairnError) {
    guard access(directory.accountsFile, F_OK) != 0 else { return }
    throw CairnError(
      "usage.value",
      "--from sqlite takes a data directory with accounts; \(directory.path.visible) has none.",
      hint: "Name the directory of the server with CAIRN_DATA_DIR or --data-dir."
    )
  }

  /// Where accounts are, or go to; a database that they leave is served by nobody meanwhile.
  ///
  /// Throws `account.in_use`, and `usage.value` for what is no place.
  fileprivate func place(
    _ word: String?,
    _ option: String,
    isLeft: Bool = false
  ) async throws -> Place {
    if word == "sqlite" {
      let (accounts, logs) = try await accountFiles()
      return Place(accounts: accounts, logs: logs, webhooks: try await knownWebhooks())
    }
    guard let word, word.hasPrefix("postgres") else {
      throw CairnError("usage.value", "\(option) takes sqlite or the address of a database.")
    }
    let settings = ServerSettings(nil, variable: variable)
    let server = PostgresServer(word, live: isLeft ? word : nil, isAlone: isLeft)
    try await translated { try await server.meet() }
    let shards = try Shards(server, settings.lines(.databaseShards))
    let logs = try await logs(in: shards)
    let webhooks = Webhooks.shared(in: server.household, environment: environment)
    let isAway = try await logs.accounts.awaySince() != nil
    return Place(accounts: logs.accounts, logs: logs, webhooks: webhooks, isAway: isAway)
  }

  /// Moves one account unless it is there; the log first, so that no account is without one.
  fileprivate func move(
    _ account: Account,
    _ from: Place,
    _ to: Place
  ) async throws -> AccountMove {
    if let there = try await to.accounts.named(account.name) {
      let move = try await compare(account, from, with: there, to)
      guard move == .older else { return move }
      try await to.remove(there)
    }
    try await to.logs.remove(account.id)
    try await to.logs.make(account.id)
    try await between(account, from, to) { source, target in
      try await target.fill(from: source)
      guard try await source.digest() == target.digest() else { throw CairnError.isWritten }
    }
    try await to.accounts.take(account.id, from: from.accounts)
    return .moved
  }

  /// Has the webhooks of an account at both places; a data directory gets a file for them where there are some.
  private func carryWebhooks(
    of account: Account,
    from source: Place,
    to target: Place
  ) async throws {
    guard let known = source.webhooks,
      try await !known.all(of: WebhookOwner(account.id)).isEmpty
    else { return }
    let own = if let there = target.webhooks { there } else { try await webhooks() }
    try await own.take(account.id, from: known)
  }

  private func compare(
    _ account: Account,
    _ from: Place,
    with there: Account,
    _ to: Place
  ) async throws -> AccountMove {
    // Its password and its sign-ins are as they were as well, whatever the log says.
    if to.isAway == true, there.id == account.id { return .older }
    var isSame = false
    if there.id == account.id {
      try await between(account, from, to) { isSame = try await $0.digest() == $1.digest() }
    }
    guard isSame else {
      output.warn(
        "\(account.name.visible) is there already, with another log: both stay as they are. Move to "
          + "another place, or remove the account there first with `cairn account delete`."
      )
      return .differs
    }
    output.warn("\(account.name.visible) is there already.")
    return .same
  }

  private func between(
    _ account: Account,
    _ from: Place,
    _ to: Place,
    _ body: (_ source: Log, _ target: Log) async throws -> Void
  ) async throws {
    let source = try await from.logs.open(account.id).log
    let target = try await to.logs.open(account.id).log
    try await body(source, target)
    await source.close()
    await target.close()
  }
}

extension CairnError {
  /// The same error with the name of the account that it is about.
  fileprivate func about(_ account: Account) -> CairnError {
    CairnError(code, "\(account.name.visible): \(message)", hint: hint)
  }

  fileprivate static var isWritten: CairnError {
    CairnError(
      "storage.copy_differs",
      "The copy is not what was copied: something was logged meanwhile.",
      hint: "Stop the server, and run this again."
    )
  }
}
