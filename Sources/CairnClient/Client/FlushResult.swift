/// What came of sending what waits.
public struct FlushResult: Sendable, Hashable {
  /// How many requests a server acknowledged.
  public internal(set) var sent = 0
  /// How many sessions it refused for good: they are dead letters now.
  public internal(set) var refused = 0
  /// How many wait still.
  public internal(set) var waiting = 0
  /// What ended it early; nil when everything was tried.
  public internal(set) var stoppedBy: ClientError?
}
