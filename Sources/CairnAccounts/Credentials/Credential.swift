public import Cairn

/// A credential of an account: a browser session cookie or an API token.
///
/// Only the hash of its secret is stored (spec/sync.md 4.2).
public struct Credential: Sendable, Hashable {
  /// The id used to revoke it.
  public let id: Identifier<Credential>
  /// Whether it is a browser session or an API token.
  public let kind: Kind
  /// The label shown to the person: a name they chose, or the browser's description.
  public let name: String
  /// The operations it permits.
  public let scopes: Set<Scope>
  /// When it was issued.
  public let createdAt: Instant
  /// When it was last used, with a precision of an hour.
  public let seenAt: Instant

  /// The kind of credential.
  public struct Kind: Sendable, Hashable {
    /// The stored name.
    public let name: String

    /// A browser session; the secret is in a cookie.
    public static let browser = Kind(name: "browser")
    /// An API token of a program.
    public static let app = Kind(name: "app")

    /// How long it may be unused before it expires.
    package var idle: Milliseconds { self == .browser ? .hours(14 * 24) : .hours(90 * 24) }
  }

  /// A permission of a credential.
  public struct Scope: Sendable, Hashable {
    /// The stored name.
    public let name: String

    /// Reading the log.
    public static let read = Scope(name: "read")
    /// Changing the log.
    public static let write = Scope(name: "write")
    /// Managing the account: credentials, password and deletion.
    public static let account = Scope(name: "account")

    /// Reading and writing listening data through the API of listening apps, and nothing else.
    public static let listening = Scope(name: "listening")

    /// Sending reading progress and statistics through KOReader's protocols, and nothing else.
    public static let koreader = Scope(name: "koreader")

    /// Reading and writing climbing sessions through the protocols of climbing apps, and nothing else.
    public static let supabase = Scope(name: "supabase")

    /// Getting the next tokens of a climbing app, and nothing else.
    static let supabaseRefresh = Scope(name: "supabase_refresh")

    /// The scopes that a token may have, in order.
    public static let all = [read, write, account, listening]

    /// The scopes of connections, each the only one of its credential.
    static let ofConnections = [koreader, supabase, supabaseRefresh]

    fileprivate static let known = all + ofConnections
  }

  /// Whether it is the password or a token of a ``Connection``.
  var isOfConnection: Bool { !scopes.isDisjoint(with: Scope.ofConnections) }

  /// When it expires if it is not used again: after the idle limit, at most a year after it was issued.
  ///
  /// The password of a connection expires only after a year without use, because a device is hard to type on.
  public var expiresAt: Instant {
    isOfConnection
      ? Self.expiry(ofConnectionUsed: seenAt) : min(seenAt + kind.idle, createdAt + Self.year)
  }

  static func expiry(ofConnectionUsed seenAt: Instant) -> Instant { seenAt + year }

  private static let year = Milliseconds.hours(365 * 24)

  /// Returns whether a use must be recorded, which extends the credential.
  ///
  /// At most once an hour, to avoid a commit per request.
  package func needsUseUpdate(at now: Instant) -> Bool { now - seenAt >= .hours(1) }

  /// Returns whether it has not expired.
  func isValid(at now: Instant) -> Bool { now < expiresAt }
}

extension Set<Credential.Scope> {
  /// The names in order, separated by spaces.
  package var text: String {
    Credential.Scope.known.filter(contains).map(\.name).joined(separator: " ")
  }

  /// Reads ``text``; ignores scopes that this version does not know.
  init(text: String) {
    let names = text.split(separator: " ")
    self = Set(Credential.Scope.known.filter { names.contains($0.name[...]) })
  }
}
