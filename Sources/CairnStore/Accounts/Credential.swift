public import Cairn

/// What proves who asks: a browser that is signed in, or a program with a token.
///
/// Only a hash of its secret is kept (spec/sync.md 4.2).
public struct Credential: Sendable, Hashable {
  /// Its identity, to be revoked by.
  public let id: Identifier<Credential>
  /// Whether a browser or a program has it.
  public let kind: Kind
  /// What the person knows it by: a name of theirs, or what the browser says it is.
  public let name: String
  /// What may be done with it.
  public let scopes: Set<Scope>
  /// When it was made.
  public let createdAt: Instant
  /// When it was last used, give or take an hour.
  public let seenAt: Instant

  /// Who has a pass.
  public struct Kind: Sendable, Hashable {
    /// The stored name.
    public let name: String

    /// A browser in which the account is signed in; it has the secret in a cookie.
    public static let browser = Kind(name: "browser")
    /// A program that was given a token.
    public static let app = Kind(name: "app")

    /// How long it may lie unused.
    package var idle: Milliseconds { self == .browser ? .hours(14 * 24) : .hours(90 * 24) }
  }

  /// Something a pass allows.
  public struct Scope: Sendable, Hashable {
    /// The stored name.
    public let name: String

    /// Reading the log.
    public static let read = Scope(name: "read")
    /// Changing the log.
    public static let write = Scope(name: "write")
    /// What concerns the account itself: its passes, its password, its end.
    public static let account = Scope(name: "account")

    /// Reading and changing what was listened to, by the API of listening apps, and nothing else.
    public static let listening = Scope(name: "listening")

    /// All there are, in order.
    public static let all = [read, write, account, listening]
  }

  /// When it ends if it is not used before: it lies unused too long, or is a year old.
  public var expiresAt: Instant { min(seenAt + kind.idle, createdAt + .hours(365 * 24)) }

  /// Whether a use is noted, which makes it last longer: not at each request, since that would be a
  /// commit for each page that is looked at.
  package func isNoted(at now: Instant) -> Bool { now - seenAt >= .hours(1) }

  /// Whether it can still be used.
  func isGood(at now: Instant) -> Bool { now < expiresAt }
}

extension Set<Credential.Scope> {
  /// The names in order, with spaces between them.
  package var text: String {
    Credential.Scope.all.filter(contains).map(\.name).joined(separator: " ")
  }

  /// Reads ``text``; what this version does not know allows nothing.
  init(text: String) {
    let names = text.split(separator: " ")
    self = Set(Credential.Scope.all.filter { names.contains($0.name[...]) })
  }
}
