public import Cairn

/// A person's account on a server; each account owns one log.
public struct Account: Sendable, Hashable {
  /// Identifies the account and its log.
  public let id: Identifier<Account>
  /// The name used to sign in.
  public let name: String
  /// The IANA time zone in which the account's days are counted.
  public let zone: String
  /// When the account was created.
  public let createdAt: Instant
  /// The display name, in one line; nil shows ``name``.
  public var givenDisplayName: String?
  /// When the person closed the account; signing in again within ``grace`` reopens it; afterwards it is removed.
  public var closedAt: Instant?

  /// How long a closed account and its log are kept: 7 days.
  public static let grace = Milliseconds.hours(7 * 24)
}

/// The name used to sign in.
public struct AccountName: Sendable, Hashable {
  /// The name as typed.
  public let text: String
  /// The case-folded form, unique among accounts: two names that look alike share it.
  package let folded: String

  /// Validates a name of 1 to 64 letters, digits, spaces and `. _ - @ + '`.
  ///
  /// Throws `account.name`.
  public init(_ text: String) throws(CairnError) {
    let isPlain = text.unicodeScalars.allSatisfy(Self.isAllowed)
    folded = Cairn.folded(text)
    guard isPlain, (1...64).contains(text.count), text.utf8.count <= 256,
      text.first != " ", text.last != " ", !folded.isEmpty
    else {
      throw CairnError(
        "account.name",
        "An account name has 1 to 64 letters, digits, spaces and . _ - @ + '.",
        hint: "Choose a name such as anna or anna@example.org."
      )
    }
    self.text = text
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.canonicalCombiningClass != .notReordered
      || " ._-@+'".unicodeScalars.contains(scalar)
  }
}
