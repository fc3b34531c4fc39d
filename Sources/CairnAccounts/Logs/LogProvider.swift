public import Cairn
public import CairnStore
public import CairnTransfer

/// The storage of all accounts' logs, independent of the engine.
public protocol LogProvider: Sendable {
  /// Creates the empty log of a new account.
  func make(_ id: Identifier<Account>) async throws

  /// Opens the log of an account; throws `storage.no_log` if it does not exist.
  ///
  /// The caller must close a log before it opens the same log again.
  func open(_ id: Identifier<Account>) async throws -> any OpenLog

  /// Returns an account's public sessions without opening its log; nil if the engine cannot.
  func publicSessions(of id: Identifier<Account>) async throws -> PublicSessions?

  /// Returns the accounts with a public session, in one query; nil if the engine cannot.
  func showing(among ids: [Identifier<Account>]) async throws -> Set<Identifier<Account>>?

  /// Removes the log of an account and all backups; nothing can be restored afterwards.
  func remove(_ id: Identifier<Account>) async throws

  /// Throws if no log could be opened at all, which makes the server not ready.
  func requireReady() async throws
}

extension LogProvider {
  /// Does nothing: each log is checked when it is opened.
  public func requireReady() async throws {}

  /// Returns nil: public sessions are read from the log.
  public func publicSessions(of id: Identifier<Account>) async throws -> PublicSessions? { nil }

  /// Returns nil: each log is queried separately.
  public func showing(among ids: [Identifier<Account>]) async throws -> Set<Identifier<Account>>? {
    nil
  }
}

/// An open log of an account, with the operations that only its engine offers.
public protocol OpenLog: Sendable {
  /// The log.
  var log: Log { get }

  /// The location of the log.
  var folder: any LogFolder { get }

  /// Returns the size of the log in bytes.
  ///
  /// It may be that of some minutes ago; without `measuring`, it is the latest known one, or 0.
  func diskBytes(measuring: Bool) async throws -> Int64

  /// Makes a verified backup unless nothing changed since the latest; returns whether it made one.
  func backUp() async throws -> Bool

  /// Returns a snapshot of the whole log as a temporary file that can be restored.
  ///
  /// Throws `account.log_too_large` if it exceeds ``AccountLogSize/maximumBytes`` bytes.
  func copy() async throws -> any ScopedFile

  /// Replaces the content of the log atomically; returns what is in it now.
  ///
  /// Verifies the file and backs up the log first. Throws `input.not_a_log` and leaves the log unchanged.
  func restore(_ file: [UInt8]) async throws -> RestoredLog
}

/// What a restored log contains.
public struct RestoredLog: Sendable {
  /// The number of records.
  public let records: Int
  /// The records that cannot be read, as `kind id: reason`; no page or command shows them.
  public let unreadable: [String]

  /// Creates the result of a restore.
  public init(records: Int, unreadable: [String] = []) {
    (self.records, self.unreadable) = (records, unreadable)
  }

  /// The error that a person sees although the log was restored; nil if all of it can be read.
  package var problem: CairnError? {
    guard let first = unreadable.first else { return nil }
    let (count, all) = (unreadable.count, counted(records, "record"))
    return CairnError(
      "record.malformed",
      "The log was restored, but \(count) of \(all) cannot be read: \(first)",
      hint: "A newer version may read them. To have them out of the log, restore another backup."
    )
  }
}

/// The size limit of a log that is sent over HTTP as a whole.
public enum AccountLogSize {
  /// 64 MiB: decades of one person's entries.
  public static let maximumBytes = 64 << 20
}
