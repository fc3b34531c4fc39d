/// Who is signed in; to be kept where the system keeps secrets, never beside the outbox.
public struct Credentials: Codable, Sendable, Hashable, CustomStringConvertible {
  /// What proves it.
  public let token: String
  /// Whose sessions these are.
  public let userId: String

  /// Takes up a sign-in that was kept.
  public init(token: String, userId: String) {
    self.token = token
    self.userId = userId
  }

  /// The account; never the token.
  public var description: String { "signed in as \(userId)" }
}
