import CairnAccounts
import CairnSQLite
import CairnStore
import Glibc

extension CommandContext {
  /// Opens the webhooks of the data directory; creates the file with mode 0600 if it is missing.
  func webhooks(on thread: SQLiteDatabase.Thread = .callers) async throws -> Webhooks {
    try DataDirectory.make(directory.path)
    umask(0o077)
    return try await translated {
      let database = try await SQLiteDatabase.open(path: directory.webhooksFile, on: thread)
      return try await Webhooks.open(database, environment: environment)
    }
  }

  /// Opens the webhooks of the data directory; nil if there is no file.
  func existingWebhooks() async throws -> Webhooks? {
    access(directory.webhooksFile, F_OK) == 0 ? try await webhooks() : nil
  }

  /// Returns the dispatcher for a single-user log; nil if webhooks are off.
  func ownWebhookDispatcher(_ reach: EgressPolicy, _ log: Log) async throws -> WebhookDispatcher? {
    guard reach != .nowhere else { return nil }
    let webhooks = try await webhooks(on: .own)
    return dispatcher(reach, webhooks) { _ in try await log.reachedMilestoneEvents() }
  }

  /// Returns the dispatcher for all accounts; nil if webhooks are off.
  func webhookDispatcher(
    _ reach: EgressPolicy,
    _ webhooks: Webhooks,
    _ accountService: AccountService
  ) -> WebhookDispatcher? {
    guard reach != .nowhere else { return nil }
    return dispatcher(reach, webhooks) { owner in
      guard let account = owner.account else { return [] }
      return try await accountService.reachedMilestoneEvents(of: account)
    }
  }

  private func dispatcher(
    _ reach: EgressPolicy,
    _ webhooks: Webhooks,
    reached: @escaping @Sendable (WebhookOwner) async throws -> [ReachedMilestoneEvent]
  ) -> WebhookDispatcher {
    WebhookDispatcher(
      webhooks,
      allowsPlain: reach == .anywhere,
      reached: reached,
      send: WebhookSender.transport(reach)
    )
  }
}

extension WebhookDispatcher {
  /// Runs until it is cancelled: after each write, and every ten seconds for external writes and retries.
  nonisolated func runInBackground(_ report: @escaping ErrorReport) -> Task<Void, Never> {
    Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [self] in
          for await _ in calls { await begin(report) }
        }
        wake()
        while (try? await Task.sleep(for: .seconds(10))) != nil { wake() }
        group.cancelAll()
      }
    }
  }
}
