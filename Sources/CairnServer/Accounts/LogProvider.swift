public import Cairn
public import CairnStore

/// Where the logs of accounts are kept, whatever the engine.
public protocol LogProvider: Sendable {
  /// Makes the empty log of a new account.
  func make(_ id: Identifier<Account>) async throws

  /// Opens the log of an account; throws `storage.no_log` when it is gone.
  ///
  /// Nobody else has it open: it is closed before it is opened once more.
  func open(_ id: Identifier<Account>) async throws -> any OpenLog

  /// What an account made public, where that is read without opening its log; nil where it is not.
  func publicSessions(of id: Identifier<Account>) async throws -> PublicSessions?

  /// Those of some accounts that made a session public, where many are asked at once; nil where not.
  func showing(among ids: [Identifier<Account>]) async throws -> Set<Identifier<Account>>?

  /// Removes the log of an account and all copies of it; nothing is left that could be restored.
  func remove(_ id: Identifier<Account>) async throws

  /// Refuses to serve where no log could be opened at all; throws why.
  func requireReady() async throws
}

extension LogProvider {
  /// Nothing: each log is looked at where it is opened.
  public func requireReady() async throws {}

  /// Nil: what is public is read from the log.
  public func publicSessions(of id: Identifier<Account>) async throws -> PublicSessions? { nil }

  /// Nil: each log is asked.
  public func showing(among ids: [Identifier<Account>]) async throws -> Set<Identifier<Account>>? {
    nil
  }
}

/// The log of an account while it is open, with what only its engine can do.
public protocol OpenLog: Sendable {
  /// The log.
  var log: Log { get }

  /// Where it lies.
  var folder: any LogFolder { get }

  /// The bytes that it takes on the disk; nil where that is not known.
  var diskBytes: Int64? { get }

  /// Makes a copy of the log that is checked, where copies are kept, unless nothing has changed since
  /// the latest; whether it made one.
  func backUp() async throws -> Bool

  /// The whole log, as it is at one moment, as the bytes of a file that can be restored.
  ///
  /// Throws `account.log_too_large` for one of more than ``AccountLogSize/most`` bytes.
  func copy() async throws -> [UInt8]

  /// Puts the content of such a file in the place of this log, in one step; gives its records.
  ///
  /// The file is checked first, and what was there is backed up. Throws `input.not_a_log`; the log
  /// is as it was then.
  func restore(_ file: [UInt8]) async throws -> Int
}

extension OpenLog {
  /// Nil: it lies in a database with those of others.
  public var diskBytes: Int64? { nil }
}

/// How large a log may be to be sent over HTTP as a whole.
public enum AccountLogSize {
  /// 64 MiB, which a person writes in some decades.
  public static let most = 64 << 20
}
