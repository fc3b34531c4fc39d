import CairnSQL
import Dispatch

/// A task that waits for a resource; guarded by the lock of the resource's owner.
final class Waiter<Value: Sendable>: @unchecked Sendable {
  private let lock: Lock
  private let forget: @Sendable (Waiter) -> Void
  private var continuation: CheckedContinuation<Value, any Error>?
  private var isCancelled = false

  /// Creates a waiter; `forget` must remove it from the owner's list, and runs under the lock.
  init(_ lock: Lock, forget: @escaping @Sendable (Waiter) -> Void) {
    (self.lock, self.forget) = (lock, forget)
  }

  /// Returns the result of `now`, or else the value given later; `now` runs under the lock and enqueues the waiter.
  ///
  /// Throws `CancellationError` as soon as the waiting task is cancelled, and `overloaded` after the timeout. Both
  /// remove the waiter first.
  func value(within timeout: Duration, now: () -> Value?) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let now = lock.withLock({ begin(continuation, now) }) {
          continuation.resume(with: now)
        } else {
          giveUp(after: timeout)
        }
      }
    } onCancel: {
      lock.withLock { isCancelled = true }
      end(CancellationError())
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

  private func giveUp(after timeout: Duration) {
    let wait = DispatchTimeInterval.milliseconds(Int(timeout / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: .now() + wait) { [weak self] in
      self?.end(StorageError(.overloaded, "All connections were in use for \(timeout)."))
    }
  }

  private func end(_ error: any Error) {
    let waits = lock.withLock { () -> CheckedContinuation<Value, any Error>? in
      forget(self)
      return leave()
    }
    waits?.resume(throwing: error)
  }

  /// Stops waiting; returns the continuation, which the caller must resume once, outside of the lock.
  func leave() -> CheckedContinuation<Value, any Error>? {
    defer { continuation = nil }
    return continuation
  }
}
