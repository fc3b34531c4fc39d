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
  private let limit: Int
  private let reserved: Int
  private var waiting = 0

  /// Loads the library; throws `server.no_argon2` if it is not installed.
  ///
  /// At most `limit` passwords are queued or in work; `reserved` of these slots are for people who are
  /// known.
  public init(limit: Int = 24, reserved: Int = 8) throws(CairnError) {
    (self.limit, self.reserved) = (limit, reserved)
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
  /// Throws `account.busy` if the queue is full.
  public func hash(_ password: Password, salt: [UInt8]) async throws -> PasswordHash {
    try await work { try PasswordHash(of: password, salt: salt) }
  }

  /// Returns whether a text is the password of a hash.
  ///
  /// Without a hash it returns false after the same time. `isKnown` is for people who are signed in, or have signed in
  /// with this browser before; they may use the reserved slots. Throws `account.busy` if the queue is full.
  public func check(
    _ text: String,
    against hash: PasswordHash?,
    isKnown: Bool = false
  ) async throws -> Bool {
    try await work(isKnown: isKnown) { (hash ?? .dummy).matches(text) && hash != nil }
  }

  /// The number of passwords queued or in work.
  public var waitingCount: Int { counting.sync { waiting } }

  private func work<T: Sendable>(
    isKnown: Bool = false,
    _ step: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try enter(isKnown ? limit : limit - reserved)
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
