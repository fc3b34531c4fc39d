import Synchronization

/// The number of a listener's connections, readable from any thread.
public final class ConnectionCount: Sendable {
  private let count = Atomic<Int>(0)

  /// Creates a count of zero.
  public init() {}

  /// The number of open connections.
  public internal(set) var now: Int {
    get { count.load(ordering: .relaxed) }
    set { count.store(newValue, ordering: .relaxed) }
  }
}
