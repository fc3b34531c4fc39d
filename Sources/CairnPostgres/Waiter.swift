/// One who waits for something that is given out in turn; guarded by the lock of who gives it.
final class Waiter<Value: Sendable>: @unchecked Sendable {
  private var continuation: CheckedContinuation<Value, any Error>?
  private var isCancelled = false

  /// What there is now, or else what this is given later; who looks notes who waits, under the lock.
  ///
  /// Throws `CancellationError` as soon as the task that waits is cancelled, once it is noted no more.
  func value(
    _ lock: Lock,
    now: () -> Value?,
    forget: @escaping @Sendable () -> Void
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let now = lock.holding { begin(continuation, now) }
        if let now { continuation.resume(with: now) }
      }
    } onCancel: {
      let waits = lock.holding { () -> CheckedContinuation<Value, any Error>? in
        isCancelled = true
        forget()
        return leave()
      }
      waits?.resume(throwing: CancellationError())
    }
  }

  private func begin(
    _ continuation: CheckedContinuation<Value, any Error>,
    _ now: () -> Value?
  ) -> Result<Value, any Error>? {
    if isCancelled { return .failure(CancellationError()) }
    if let value = now() { return .success(value) }
    self.continuation = continuation
    return nil
  }

  /// Waits no longer; gives what is to be resumed, once and outside of the lock.
  func leave() -> CheckedContinuation<Value, any Error>? {
    defer { continuation = nil }
    return continuation
  }
}
