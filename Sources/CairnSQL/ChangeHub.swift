/// A broadcast of the tables changed by each commit; it never waits for a subscriber.
package final class ChangeHub: @unchecked Sendable {  // mutable state: under `lock`
  private let lock = Lock()
  private var listeners: [Int: AsyncStream<Set<String>>.Continuation] = [:]
  private var count = 0

  /// Creates a hub without subscribers.
  package init() {}

  deinit {
    for listener in listeners.values { listener.finish() }
  }

  /// Sends a commit's tables to all subscribers.
  ///
  /// Safe to call from any thread.
  package func publish(_ tables: Set<String>) {
    guard !tables.isEmpty else { return }
    for listener in lock.withLock({ Array(listeners.values) }) {
      var merged = tables
      // The subscriber has not read the earlier change yet: merge it into this one.
      while case .dropped(let earlier) = listener.yield(merged), !earlier.isSubset(of: merged) {
        merged.formUnion(earlier)
      }
    }
  }

  /// Returns the changes from now on; what a subscriber has not read yet is merged into one change.
  package func changes() -> AsyncStream<Set<String>> {
    let (stream, listener) = AsyncStream<Set<String>>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = lock.withLock {
      count += 1
      listeners[count] = listener
      return count
    }
    listener.onTermination = { [weak self] _ in
      self?.lock.withLock { self?.listeners[number] = nil }
    }
    return stream
  }
}
