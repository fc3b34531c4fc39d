import Synchronization

/// How many connections a listener has, for whoever looks on from another thread.
public final class ConnectionCount: Sendable {
  private let count = Atomic<Int>(0)

  /// None yet.
  public init() {}

  /// Those that are open at this moment.
  public internal(set) var now: Int {
    get { count.load(ordering: .relaxed) }
    set { count.store(newValue, ordering: .relaxed) }
  }
}
