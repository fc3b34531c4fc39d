/// One who waits for a seat; guarded by the lock of the pool.
final class Waiter: @unchecked Sendable {
  private var continuation: CheckedContinuation<Seat, any Error>?
  private(set) var isCancelled = false

  /// Begins to wait.
  func wait(_ continuation: CheckedContinuation<Seat, any Error>) {
    self.continuation = continuation
  }

  /// Waits no longer; gives what is to be resumed, once and outside of the lock.
  func leave() -> CheckedContinuation<Seat, any Error>? {
    defer { continuation = nil }
    return continuation
  }

  /// Wants no seat any more.
  func cancel() -> CheckedContinuation<Seat, any Error>? {
    isCancelled = true
    return leave()
  }
}
