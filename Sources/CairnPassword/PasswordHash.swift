import CArgon2
import Cairn

/// What is kept of a password: argon2id with its salt and its cost, in the PHC text format.
public struct PasswordHash: Sendable, Equatable {
  /// The text that is stored, `$argon2id$v=19$m=19456,t=2,p=1$…$…`.
  public let text: String

  /// Takes a hash that was stored.
  public init(text: String) {
    self.text = text
  }

  /// Whether it was made at another cost than today's, and is better made anew.
  public var isDated: Bool { !text.hasPrefix(Self.prefix) }

  /// Two passes over 19 MiB: the least that OWASP's cheat sheet on storing passwords gives for
  /// argon2id, so that a small machine can serve while it hashes.
  private static let cost = cairn_argon2_cost(passes: 2, kibibytes: 19_456)
  private static let prefix = "$argon2id$v=19$m=19456,t=2,p=1$"

  /// A hash that costs as much to check as any other, of a password that nobody knows.
  static let ofNobody = PasswordHash(
    text: prefix + "bm9ib2R5IGlzIGhlcmUhIQ$" + "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI"
  )

  /// Hashes; called on the thread of passwords only.
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
        "account.not_hashed",
        "The password could not be hashed (argon2 says \(code)).",
        hint: "Nothing was changed. Is there enough memory?"
      )
    }
    let used = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    self.text = String(decoding: used, as: UTF8.self)
  }

  func isOf(_ password: String) -> Bool {
    let bytes = Array(password.utf8)
    return cairn_argon2_check(text, bytes, bytes.count) == 0
  }
}
