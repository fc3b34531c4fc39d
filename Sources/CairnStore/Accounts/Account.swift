public import Cairn

/// The right of one person to a log on a server.
public struct Account: Sendable, Hashable {
  /// Its identity, which also names its log.
  public let id: Identifier<Account>
  /// What the person signs in as.
  public let name: String
  /// The IANA zone their days are counted in.
  public let zone: String
  /// When it was made.
  public let createdAt: Instant
  /// What the person wants to be called, in one line; nil for the name.
  public var called: String?
  /// When the person closed it, if they did: it is removed ``grace`` later, unless they sign in before.
  public var closedAt: Instant?

  /// How long a closed account and its log are kept: 7 days.
  public static let grace = Milliseconds.hours(7 * 24)
}

/// What a person signs in as.
public struct AccountName: Sendable, Hashable {
  /// As it was typed.
  public let text: String
  /// What two names share that a person would take for the same.
  package let folded: String

  /// Takes a name of 1 to 64 letters, digits, spaces and `. _ - @ + '`.
  ///
  /// Throws `account.name`.
  public init(_ text: String) throws(CairnError) {
    let isPlain = text.unicodeScalars.allSatisfy(Self.mayHold)
    folded = Cairn.folded(text)
    guard isPlain, (1...64).contains(text.count), text.utf8.count <= 256,
      text.first != " ", text.last != " ", !folded.isEmpty
    else {
      throw CairnError(
        "account.name",
        "A name has 1 to 64 letters, digits, spaces and . _ - @ + '.",
        hint: "Choose one such as anna, or anna@example.org."
      )
    }
    self.text = text
  }

  private static func mayHold(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.canonicalCombiningClass != .notReordered
      || " ._-@+'".unicodeScalars.contains(scalar)
  }
}
