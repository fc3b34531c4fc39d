public import Cairn

/// A response with its age.
public struct Cached<Value: Sendable>: Sendable {
  /// The decoded response.
  public let value: Value
  /// The time at which the server sent it.
  public let at: Instant
  /// Whether it is fresh; otherwise it comes from the cache, because the server is unreachable.
  public let isCurrent: Bool
  /// The number of unsent sessions, which the value does not include.
  public let unsent: Int

  /// Returns the age, which is never negative.
  public func age(at now: Instant) -> Milliseconds { max(.zero, now - at) }
}
