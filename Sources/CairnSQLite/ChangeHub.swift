/// A broadcast of the tables changed by each commit; it never waits for a subscriber.
final class ChangeHub: @unchecked Sendable {  // mutable state: under `lock`
  private let lock = Lock()
  private var listeners: [Int: AsyncStream<Set<String>>.Continuation] = [:]
  private var count = 0

  deinit {
    for listener in listeners.values { listener.finish() }
  }

  /// Sends a commit's tables to all subscribers; called only on the writer's queue.
  func publish(_ tables: Set<String>) {
    guard !tables.isEmpty else { return }
    for listener in lock.withLock({ Array(listeners.values) }) {
      guard case .dropped(let earlier) = listener.yield(tables) else { continue }
      listener.yield(earlier.union(tables))  // the subscriber has not read the earlier one yet
    }
  }

  func changes() -> AsyncStream<Set<String>> {
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
