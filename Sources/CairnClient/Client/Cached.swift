public import Cairn

/// An answer and how old it is.
public struct Cached<Value: Sendable>: Sendable {
  /// The answer.
  public let value: Value
  /// When the server gave it.
  public let at: Instant
  /// Whether it was given just now; otherwise it is the last one, and the server is out of reach.
  public let isCurrent: Bool
  /// How many sessions are not in it, since no server has them.
  public let unsent: Int

  /// How old it is; never negative.
  public func age(at now: Instant) -> Milliseconds { max(.zero, now - at) }
}
