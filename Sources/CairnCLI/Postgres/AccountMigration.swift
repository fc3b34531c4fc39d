import Cairn
import CairnAccounts
import CairnStore
import CairnSync

/// A migration of accounts and their logs from one location to another.
///
/// A log in a database refuses writes from before it is copied. A server that still uses it can then no longer
/// acknowledge a write that the copy would miss.
struct AccountMigration {
  let source, target: AccountLocation
  /// Creates the webhook storage of the target, on first use.
  let webhooks: () async throws -> Webhooks
  let warn: (String) -> Void
  /// The accounts whose logs refuse writes at the source.
  private var locked: [Account] = []

  init(
    from source: AccountLocation,
    to target: AccountLocation,
    webhooks: @escaping () async throws -> Webhooks,
    warn: @escaping (String) -> Void
  ) {
    (self.source, self.target, self.webhooks, self.warn) = (source, target, webhooks, warn)
  }

  /// The result of migrating an account.
  enum Outcome {
    case moved, same, differs
    /// The target has an outdated copy, from before the account was moved away.
    case older
  }

  /// Migrates accounts and returns a result for each; unless all succeed, the source accepts writes again.
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

  /// Moves an account and its webhooks, unless the target has it with another log.
  private mutating func move(_ account: Account) async throws -> Outcome {
    do {
      if let logs = source.database {
        locked.append(account)
        try await logs.setWritable(false, account.id)
      }
      let outcome = try await moveIfMissing(account)
      if outcome != .differs { try await moveWebhooks(of: account) }
      return outcome
    } catch let error as CairnError {
      throw error.with(message: "\(account.name.visible): \(error.message)")
    }
  }

  /// Makes the source accept writes again after a failure, and warns about logs that stay locked.
  ///
  /// Skips a source whose accounts were moved away earlier, because they are served elsewhere.
  private func reopen() async {
    guard !source.isMigratedAway, let logs = source.database else { return }
    for account in locked {
      do { try await logs.setWritable(true, account.id) } catch {
        warn("The log of \(account.name.visible) stays locked. Run this again.")
      }
    }
  }

  /// Saves that the source no longer serves the accounts; if that fails, it accepts writes again.
  func markSourceMoved(at now: Instant) async throws {
    do { try await source.markMoved(at: now) } catch {
      if (error as? CairnError)?.code != "storage.unknown_commit" { await reopen() }
      throw error
    }
  }

  private func moveIfMissing(_ account: Account) async throws -> Outcome {
    if let existing = try await target.accounts.named(account.name) {
      let outcome = try await compare(account, with: existing)
      guard outcome == .older else { return outcome }
      try await target.remove(existing)
    }
    try await copy(account)
    return .moved
  }

  /// Copies the log before the account, so that an account always has a log.
  private func copy(_ account: Account) async throws {
    try await target.logs.remove(account.id)
    try await target.logs.make(account.id)
    try await withLogs(of: account) { mine, existing in
      try await existing.fill(from: mine)
      guard try await mine.digest() == existing.digest() else { throw CairnError.isWritten }
    }
    try await target.accounts.copy(account.id, from: source.accounts)
  }

  private func compare(_ account: Account, with existing: Account) async throws -> Outcome {
    // Passwords and sessions at the target are outdated too, even if the logs are equal.
    if target.isMigratedAway, existing.id == account.id { return .older }
    var isSame = false
    if existing.id == account.id {
      try await withLogs(of: account) { isSame = try await $0.digest() == $1.digest() }
    }
    guard !isSame else {
      warn("\(account.name.visible) was already moved.")
      return .same
    }
    warn(
      "\(account.name.visible) already exists there with another log; nothing was changed. Move to "
        + "another database, or delete that account first with `cairn account delete`."
    )
    return .differs
  }

  private func moveWebhooks(of account: Account) async throws {
    guard let known = source.webhooks,
      try await !known.all(of: WebhookOwner(account.id)).isEmpty
    else { return }
    let own = if let existing = target.webhooks { existing } else { try await webhooks() }
    try await own.copy(account.id, from: known)
  }

  private func withLogs(
    of account: Account,
    _ body: (_ mine: Log, _ existing: Log) async throws -> Void
  ) async throws {
    let mine = try await source.logs.open(account.id).log
    let existing = try await target.logs.open(account.id).log
    try await body(mine, existing)
    await mine.close()
    await existing.close()
  }
}

extension CairnError {
  fileprivate static var isWritten: CairnError {
    CairnError(
      "storage.copy_differs",
      "The copy differs from the original, because the log changed during the copy.",
      hint: "Stop the server, and run this again."
    )
  }
}
