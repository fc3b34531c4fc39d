/// An error of starting a listener: the socket could not be opened, or libmicrohttpd is missing.
public struct ListenerError: Error, Sendable, Equatable {
  /// A clause for people, such as `another program uses the address`.
  public let reason: String
  /// The system's own text, such as `Address already in use`.
  public let cause: String

  /// Creates an error from a clause and the system's text.
  public init(_ reason: String, cause: String) {
    (self.reason, self.cause) = (reason, cause)
  }
}
