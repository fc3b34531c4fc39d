/// The timing and limits of change feeds.
public struct ChangeFeedConfiguration: Sendable {
  /// The polling interval for changes by other programs.
  ///
  /// Changes by this process are sent immediately.
  public var poll: Duration
  /// The heartbeat interval, within which a disconnected client is noticed; no response waits longer for a change.
  public var heartbeat = Duration.seconds(15)
  /// The maximum number of concurrent streams per account.
  public var streams = 16

  /// The configuration of a multi-user server, which is the only writer of its logs.
  public static let multiUser = ChangeFeedConfiguration(poll: .seconds(15))
  /// The configuration of single-user mode, in which the CLI may write to the log too.
  public static let singleUser = ChangeFeedConfiguration(poll: .seconds(2))

  /// Creates a configuration with a polling interval.
  public init(poll: Duration) {
    self.poll = poll
  }
}
