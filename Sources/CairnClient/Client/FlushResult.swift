/// The result of a flush.
public struct FlushResult: Sendable, Hashable {
  /// The number of acknowledged requests.
  public internal(set) var sent = 0
  /// The number of sessions that the server rejected for good, which are now dead letters.
  public internal(set) var refused = 0
  /// The number of sessions still in the queue.
  public internal(set) var waiting = 0
  /// The error that ended the flush early; nil if every session was tried.
  public internal(set) var stoppedBy: ClientError?
}
