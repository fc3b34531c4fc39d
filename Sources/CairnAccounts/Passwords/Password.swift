public import Cairn

/// A newly chosen password; never printed, stored or logged.
public struct Password: Sendable, CustomStringConvertible {
  let text: String

  /// Accepts 8 to 128 characters that are neither the account's name nor a common password (OWASP ASVS 5.0, 6.2:
  /// a length, no composition rules).
  ///
  /// Throws `account.weak_password`.
  public init(_ text: String, for name: String) throws(CairnError) {
    guard (8...128).contains(text.count), text.utf8.count <= Self.longest else {
      throw Self.weak("A password has 8 to 128 characters.")
    }
    let plain = text.lowercased()
    guard !Self.common.contains(plain), plain != name.lowercased(), Set(plain).count > 2 else {
      throw Self.weak("This password is too easy to guess.")
    }
    self.text = text
  }

  /// Creates a password that was just verified, whatever rules it was chosen under.
  public init(known text: String) {
    self.text = text
  }

  /// The maximum length in bytes; a longer text is rejected without hashing it.
  public static let longest = 512

  /// A placeholder, so that the password is never printed.
  public var description: String { "…" }

  private static func weak(_ sentence: String) -> CairnError {
    CairnError(
      "account.weak_password",
      sentence,
      hint: "Use several unrelated words, or let a password "
        + "manager generate one."
    )
  }

  /// The most common passwords of 8 characters or more.
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
