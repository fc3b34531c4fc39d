/// Tells every listener which tables commits have touched, without ever waiting for one.
final class ChangeHub: @unchecked Sendable {  // both are guarded by `lock`
  private let lock = Lock()
  private var listeners: [Int: AsyncStream<Set<String>>.Continuation] = [:]
  private var count = 0

  deinit {
    for listener in listeners.values { listener.finish() }
  }

  /// Passes on what a commit touched, from any thread.
  func publish(_ tables: Set<String>) {
    guard !tables.isEmpty else { return }
    for listener in lock.holding({ Array(listeners.values) }) {
      var told = tables
      // Nobody had asked for the earlier ones yet.
      while case .dropped(let earlier) = listener.yield(told), !earlier.isSubset(of: told) {
        told.formUnion(earlier)
      }
    }
  }

  func changes() -> AsyncStream<Set<String>> {
    let (stream, listener) = AsyncStream<Set<String>>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = lock.holding {
      count += 1
      listeners[count] = listener
      return count
    }
    listener.onTermination = { [weak self] _ in
      self?.lock.holding { self?.listeners[number] = nil }
    }
    return stream
  }
}
