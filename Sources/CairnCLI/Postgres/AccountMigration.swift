import Cairn
import CairnServer
import CairnStore
import CairnSync

/// Moves accounts with all that is known of them from one place to another.
///
/// A log in a database is sealed there before it is looked at: whatever still serves it, and has not heard that the
/// accounts go, acknowledges nothing that would be missing at the other place.
struct AccountMigration {
  let source, target: AccountLocation
  /// Gives the target a place for webhooks, once there is one to put there.
  let webhooks: () async throws -> Webhooks
  let warn: (String) -> Void
  /// The logs that were sealed at the source, with the numbers of that.
  private var seals: [(account: Account, number: Int64)] = []

  init(
    from source: AccountLocation,
    to target: AccountLocation,
    webhooks: @escaping () async throws -> Webhooks,
    warn: @escaping (String) -> Void
  ) {
    (self.source, self.target, self.webhooks, self.warn) = (source, target, webhooks, warn)
  }

  /// What became of an account that was to be moved.
  enum Outcome {
    case moved, same, differs
    /// It is there as it was when it was moved away from there.
    case older
  }

  /// Moves accounts and gives what became of each; unless all are at the target then, the logs go on at the source.
  mutating func run(_ accounts: [Account]) async throws -> [Outcome] {
    do {
      var outcomes: [Outcome] = []
      for account in accounts { outcomes.append(try await move(account)) }
      if outcomes.contains(.differs) { await reopen() }
      return outcomes
    } catch {
      await reopen()
      throw error
    }
  }

  /// Moves an account and its webhooks, unless it is there with another log.
  private mutating func move(_ account: Account) async throws -> Outcome {
    do {
      if let logs = source.database {
        let number = try await logs.move(account.id).beginSealing()
        seals.append((account, number))
        try await logs.move(account.id).seal(number)
      }
      let outcome = try await moveUnlessThere(account)
      if outcome != .differs { try await carryWebhooks(of: account) }
      return outcome
    } catch let error as CairnError {
      throw CairnError(error.code, "\(account.name.visible): \(error.message)", hint: error.hint)
    }
  }

  /// Has the logs go on at the source, where the accounts stay after all, and names those that stay sealed.
  ///
  /// None of those that were moved away before: they are elsewhere, whatever became of this.
  private func reopen() async {
    guard !source.isAway, let logs = source.database else { return }
    for seal in seals {
      do { try await logs.move(seal.account.id).reopen(seal.number) } catch let error as CairnError
        where error.code == "storage.other_move"
      {
        continue
      } catch {
        warn(
          "The log of \(seal.account.name.visible) stays sealed. Run this again, or `cairn admin move` to the database "
            + "where `cairn account list` says that it lies."
        )
      }
    }
  }

  /// Keeps that the accounts are served from the source no more; where that fails they go on there.
  func leave(at now: Instant) async throws {
    do { try await source.noteMoved(at: now) } catch {
      if (error as? CairnError)?.code != "storage.unknown_commit" { await reopen() }
      throw error
    }
  }

  private func moveUnlessThere(_ account: Account) async throws -> Outcome {
    if let there = try await target.accounts.named(account.name) {
      let outcome = try await compare(account, with: there)
      guard outcome == .older else { return outcome }
      try await target.remove(there)
    }
    try await copy(account)
    return .moved
  }

  /// The log goes first, so that no account is without one.
  private func copy(_ account: Account) async throws {
    try await target.logs.remove(account.id)
    try await target.logs.make(account.id)
    try await withLogs(of: account) { mine, there in
      try await there.fill(from: mine)
      guard try await mine.digest() == there.digest() else { throw CairnError.isWritten }
    }
    try await target.accounts.take(account.id, from: source.accounts)
  }

  private func compare(_ account: Account, with there: Account) async throws -> Outcome {
    // Its password and its sign-ins are as they were as well, whatever the log says.
    if target.isAway, there.id == account.id { return .older }
    var isSame = false
    if there.id == account.id {
      try await withLogs(of: account) { isSame = try await $0.digest() == $1.digest() }
    }
    guard !isSame else {
      warn("\(account.name.visible) is there already.")
      return .same
    }
    warn(
      "\(account.name.visible) is there already, with another log: both stay as they are. Move to "
        + "another place, or remove the account there first with `cairn account delete`."
    )
    return .differs
  }

  private func carryWebhooks(of account: Account) async throws {
    guard let known = source.webhooks,
      try await !known.all(of: WebhookOwner(account.id)).isEmpty
    else { return }
    let own = if let there = target.webhooks { there } else { try await webhooks() }
    try await own.take(account.id, from: known)
  }

  private func withLogs(
    of account: Account,
    _ body: (_ mine: Log, _ there: Log) async throws -> Void
  ) async throws {
    let mine =
      if let logs = source.database { try await logs.sealed(account.id) } else {
        try await source.logs.open(account.id).log
      }
    let there = try await target.logs.open(account.id).log
    try await body(mine, there)
    await mine.close()
    await there.close()
  }
}

extension CairnError {
  fileprivate static var isWritten: CairnError {
    CairnError(
      "storage.copy_differs",
      "The copy is not what was copied: something was logged meanwhile.",
      hint: "Stop the server, and run this again."
    )
  }
}
