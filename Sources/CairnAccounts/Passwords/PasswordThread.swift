import CArgon2
public import Cairn
import Dispatch

/// A thread that hashes and checks passwords one after another.
///
/// A hash deliberately takes tens of milliseconds and 19 MiB, which makes guessing expensive. Neither tasks nor the
/// event loop block on it, and the queue has a limit.
public final class PasswordThread: @unchecked Sendable {  // `waiting`: the queue `counting`
  private let queue = DispatchQueue(label: "cairn.password")
  private let counting = DispatchQueue(label: "cairn.password.count")
  private let limits: [Caller: Int]
  private var waiting = 0

  /// Who is to be checked: the better known, the more of the queue is open to them.
  public enum Caller: Sendable {
    /// Anybody, under a name that may be invented.
    case stranger
    /// Anybody, under the name of an account; guesses per account have a limit of their own.
    case account
    /// A person who is signed in, or has signed in with this browser before.
    case known
  }

  /// Loads the library; throws `server.no_argon2` if it is not installed.
  ///
  /// At most `limit` passwords are queued or in work, 14 fewer of strangers and 8 fewer under names of accounts, so
  /// that a flood of guesses under invented names leaves room for people.
  public init(limit: Int = 24) throws(CairnError) {
    limits = [.stranger: limit - 14, .account: limit - 8, .known: limit]
    if let reason = queue.sync(execute: { cairn_argon2_load().map { String(cString: $0) } }) {
      throw CairnError(
        "server.no_argon2",
        "The library that hashes passwords cannot be loaded.",
        hint: "Install it: on Debian the package is libargon2-1.",
        cause: reason
      )
    }
  }

  /// Returns the hash of a password with its 16 random bytes of salt, for storage.
  ///
  /// Throws `account.busy` if the queue is full for that caller.
  public func hash(
    _ password: Password,
    salt: [UInt8],
    of caller: Caller = .stranger
  ) async throws -> PasswordHash {
    try await work(of: caller) { try PasswordHash(of: password, salt: salt) }
  }

  /// Returns whether a text is the password of a hash.
  ///
  /// Without a hash it returns false after the same time. Throws `account.busy` if the queue is full for that caller.
  public func check(
    _ text: String,
    against hash: PasswordHash?,
    of caller: Caller = .stranger
  ) async throws -> Bool {
    try await work(of: caller) { (hash ?? .dummy).matches(text) && hash != nil }
  }

  /// The number of passwords queued or in work.
  public var waitingCount: Int { counting.sync { waiting } }

  private func work<T: Sendable>(
    of caller: Caller = .stranger,
    _ step: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try enter(limits[caller] ?? 0)
    defer { leave() }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try step() }) }
    }
  }

  private func enter(_ limit: Int) throws(CairnError) {
    let mayEnter = counting.sync {
      guard waiting < limit else { return false }
      waiting += 1
      return true
    }
    guard mayEnter else {
      throw CairnError(
        "account.busy",
        "Too many passwords are being checked at once.",
        hint: "Try again in a few seconds."
      )
    }
  }

  private func leave() {
    counting.sync { waiting -= 1 }
  }
}
