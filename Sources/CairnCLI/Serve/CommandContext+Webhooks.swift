import Cairn
import CairnSQLite
import CairnServer
import CairnStore
import Glibc

extension CommandContext {
  /// The webhooks of the data directory; their file is made when it is missing, readable by its
  /// owner alone.
  func webhooks(on thread: SQLiteDatabase.Thread = .callers) async throws -> Webhooks {
    try DataDirectory.make(directory.path)
    umask(0o077)
    return try await translated {
      let database = try await SQLiteDatabase.open(path: directory.webhooksFile, on: thread)
      return try await Webhooks.open(database, environment: environment)
    }
  }

  /// The webhooks of the data directory; nil where there never were any.
  func knownWebhooks() async throws -> Webhooks? {
    access(directory.webhooksFile, F_OK) == 0 ? try await webhooks() : nil
  }

  /// What tells the webhooks of one's own log; nil where none are told.
  func ownWebhookRounds(_ reach: EgressPolicy, _ log: Log) async throws -> WebhookDispatcher? {
    guard reach != .nowhere else { return nil }
    let webhooks = try await webhooks(on: .own)
    return rounds(reach, webhooks) { _ in try await log.milestonesToTell() }
  }

  /// What tells the webhooks of all accounts; nil where none are told.
  func webhookRounds(
    _ reach: EgressPolicy,
    _ webhooks: Webhooks,
    _ accountService: AccountService
  ) -> WebhookDispatcher? {
    guard reach != .nowhere else { return nil }
    return rounds(reach, webhooks) { owner in
      guard let account = owner.account else { return [] }
      return try await accountService.milestonesToTell(of: account)
    }
  }

  private func rounds(
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
  /// Goes its rounds until it is cancelled: when something was written, and every ten seconds, for
  /// what other programs write and what is to be sent again.
  nonisolated func keepGoing(_ logger: Logger) -> Task<Void, Never> {
    Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [self] in
          for await _ in calls { await begin(logger) }
        }
        wake()
        while (try? await Task.sleep(for: .seconds(10))) != nil { wake() }
        group.cancelAll()
      }
    }
  }
}
