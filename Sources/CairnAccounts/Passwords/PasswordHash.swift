import CArgon2
import Cairn

/// A password hash: argon2id with its salt and cost, in the PHC string format.
public struct PasswordHash: Sendable, Equatable {
  /// The stored string, `$argon2id$v=19$m=19456,t=2,p=1$…$…`.
  public let text: String

  /// Creates a hash from its stored string.
  public init(text: String) {
    self.text = text
  }

  /// Whether its cost differs from the current one, so that the password should be hashed again.
  public var needsRehash: Bool { !text.hasPrefix(Self.prefix) }

  /// Two passes over 19 MiB, the minimum for argon2id in OWASP's Password Storage Cheat Sheet, so that a small
  /// machine can serve requests while it hashes.
  private static let cost = cairn_argon2_cost(passes: 2, kibibytes: 19_456)
  private static let prefix = "$argon2id$v=19$m=19456,t=2,p=1$"

  /// A hash of no known password, for equal timing when the account does not exist.
  static let dummy = PasswordHash(
    text: prefix + "bm9ib2R5IGlzIGhlcmUhIQ$" + "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI"
  )

  /// Hashes a password; called only on the password thread.
  init(of password: Password, salt: [UInt8]) throws(CairnError) {
    var text = [CChar](repeating: 0, count: 128)
    let bytes = Array(password.text.utf8)
    let code = cairn_argon2_hash(
      Self.cost,
      bytes,
      bytes.count,
      salt,
      salt.count,
      &text,
      text.count
    )
    guard code == 0 else {
      throw CairnError(
        "account.hashing_failed",
        "The password could not be hashed (argon2 error \(code)).",
        hint: "Check the free memory. Nothing was changed."
      )
    }
    let used = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    self.text = String(decoding: used, as: UTF8.self)
  }

  func matches(_ password: String) -> Bool {
    let bytes = Array(password.utf8)
    return cairn_argon2_check(text, bytes, bytes.count) == 0
  }
}
