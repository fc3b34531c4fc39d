public import Cairn
public import CairnStore

/// Where the logs of accounts are kept, whatever the engine.
public protocol AccountLogs: Sendable {
  /// Makes the empty log of a new account.
  func make(_ id: Identifier<Account>) async throws

  /// Opens the log of an account; throws `storage.no_log` when it is gone.
  ///
  /// Nobody else has it open: it is closed before it is opened once more.
  func open(_ id: Identifier<Account>) async throws -> Log

  /// Removes the log of an account and all copies of it; nothing is left that could be restored.
  func remove(_ id: Identifier<Account>) async throws
}
