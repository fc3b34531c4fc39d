/// How often a server looks and speaks to those who listen for changes, and to how many.
public struct ChangeFeedConfiguration: Sendable {
  /// From one look at whether another program changed the log to the next.
  ///
  /// What this process changes is told at once.
  public var look: Duration
  /// The longest that nothing is said; a client that has gone is noticed by then.
  public var heartbeat = Duration.seconds(15)
  /// Streams of one account at the same time.
  public var streams = 16

  /// The pace that suits a household, whose logs nobody else writes to.
  public static let accountService = ChangeFeedConfiguration(look: .seconds(15))
  /// The pace for a log that the command line writes to meanwhile.
  public static let own = ChangeFeedConfiguration(look: .seconds(2))

  /// Sets a pace.
  public init(look: Duration) {
    self.look = look
  }
}
