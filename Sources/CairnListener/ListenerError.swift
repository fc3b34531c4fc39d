/// Why nothing can listen: no socket could be opened, or the C library is missing.
public struct ListenerError: Error, Sendable, Equatable {
  /// What the system says: `Address already in use`.
  public let reason: String

  /// Takes the system's reason.
  public init(_ reason: String) {
    self.reason = reason
  }
}
