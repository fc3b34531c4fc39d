/// The credentials of the signed-in user; store them in the keychain, never beside the outbox.
public struct Credentials: Codable, Sendable, Hashable, CustomStringConvertible {
  /// The bearer token.
  public let token: String
  /// The ID of the user.
  public let userId: String

  /// Creates credentials from stored values.
  public init(token: String, userId: String) {
    self.token = token
    self.userId = userId
  }

  /// The user ID, without the token.
  public var description: String { "signed in as \(userId)" }
}
