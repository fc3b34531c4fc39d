import CArgon2
public import Cairn
import Dispatch

/// Hashes and checks passwords, one after the other, on a thread of its own.
///
/// A hash takes tens of milliseconds and 19 MiB on purpose, so that guessing is dear. No thread of
/// tasks or sockets waits for one, and only so many wait for their turn at all.
public final class PasswordThread: @unchecked Sendable {  // `waiting`: the queue `counting`
  private let queue = DispatchQueue(label: "cairn.password")
  private let counting = DispatchQueue(label: "cairn.password.count")
  private let limit: Int
  private let reserved: Int
  private var waiting = 0

  /// Finds the library; throws `server.no_argon2` where it is not installed.
  ///
  /// At most `limit` wait or are worked on at the same time; `reserved` of these places are for people
  /// who are known.
  public init(limit: Int = 24, reserved: Int = 8) throws(CairnError) {
    (self.limit, self.reserved) = (limit, reserved)
    if let reason = queue.sync(execute: { cairn_argon2_load().map { String(cString: $0) } }) {
      throw CairnError(
        "server.no_argon2",
        "The library that hashes passwords cannot be loaded: \(reason).",
        hint: "Install it: on Debian the package is libargon2-1."
      )
    }
  }

  /// The hash of a password, with 16 random bytes as its salt, to be stored.
  ///
  /// Throws `account.busy` when too many wait.
  public func hash(_ password: Password, salt: [UInt8]) async throws -> PasswordHash {
    try await work { try PasswordHash(of: password, salt: salt) }
  }

  /// Whether a text is the password behind a hash.
  ///
  /// Without a hash the answer is no, after the same time. `isKnown` is for people who are signed in or have
  /// signed in with that browser: they may use the reserved places. Throws `account.busy` when too many
  /// wait.
  public func check(
    _ text: String,
    against hash: PasswordHash?,
    isKnown: Bool = false
  ) async throws -> Bool {
    try await work(isKnown: isKnown) { (hash ?? .ofNobody).isOf(text) && hash != nil }
  }

  /// How many wait or are worked on.
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
        "Too many passwords are being checked right now.",
        hint: "Try again in a few seconds."
      )
    }
  }

  private func leave() {
    counting.sync { waiting -= 1 }
  }
}
