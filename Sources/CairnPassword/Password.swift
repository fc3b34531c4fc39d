public import Cairn

/// A password that may be chosen; never printed, stored or logged.
public struct Password: Sendable, CustomStringConvertible {
  let text: String

  /// Takes a password of 8 to 128 characters that is neither a name nor among the first to be
  /// guessed (OWASP ASVS 5.0, 6.2: a length, no rules about signs).
  ///
  /// Throws `account.weak_password`.
  public init(_ text: String, for name: String) throws(CairnError) {
    guard (8...128).contains(text.count), text.utf8.count <= Self.longest else {
      throw Self.weak("A password has 8 to 128 characters.")
    }
    let plain = text.lowercased()
    guard !Self.common.contains(plain), plain != name.lowercased(), Set(plain).count > 2 else {
      throw Self.weak("That password is among the first to be guessed.")
    }
    self.text = text
  }

  /// Takes a password that was just found to be right, by whatever rule it was chosen.
  public init(known text: String) {
    self.text = text
  }

  /// Bytes that are worth checking; what is longer is no password of anyone.
  public static let longest = 512

  /// Says nothing of it.
  public var description: String { "…" }

  private static func weak(_ sentence: String) -> CairnError {
    CairnError(
      "account.weak_password",
      sentence,
      hint: "Take several words that have nothing to do with each other, or let a password "
        + "manager make one."
    )
  }

  /// What people take most, of 8 characters or more.
  private static let common: Set<String> = [
    "password", "password1", "password12", "password123", "password1234", "passw0rd", "p@ssw0rd",
    "p@ssword", "pa55word", "12345678", "123456789", "1234567890", "123123123", "87654321",
    "987654321", "0987654321", "11223344", "12341234", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx",
    "qwertyuiop", "qwerty12", "qwerty123", "qwertzui", "qwertzuiop", "azertyuiop", "asdfghjkl",
    "asdfasdf", "zaq12wsx", "abcd1234", "abc12345", "abcdefgh", "a1b2c3d4", "iloveyou",
    "iloveyou1", "sunshine", "princess", "football", "baseball", "basketball", "superman",
    "batman123", "starwars", "trustno1", "whatever", "welcome1", "welcome123", "letmein1",
    "letmein123", "changeme", "changeme1", "computer", "internet", "michelle", "jennifer",
    "jonathan", "corvette", "mercedes", "maverick", "midnight", "passwort", "passwort1",
    "hallo123", "administrator", "admin123", "admin1234", "test1234", "testtest", "secret123",
    "master123", "dragon123", "monkey123", "shadow123", "liverpool", "chocolate", "butterfly",
    "summer2024", "summer2025", "summer2026", "winter2025", "winter2026", "cairncairn",
  ]
}
