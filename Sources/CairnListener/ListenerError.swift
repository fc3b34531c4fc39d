/// An error of starting a listener: the socket could not be opened, or libmicrohttpd is missing.
public struct ListenerError: Error, Sendable, Equatable {
  /// The system's message, such as `Address already in use`.
  public let reason: String

  /// Creates an error with the system's message.
  public init(_ reason: String) {
    self.reason = reason
  }
}
