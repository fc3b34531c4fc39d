import CairnSQL
import Dispatch

/// One who waits for something that is given out in turn; guarded by the lock of who gives it.
final class Waiter<Value: Sendable>: @unchecked Sendable {
  private let lock: Lock
  private let forget: @Sendable (Waiter) -> Void
  private var continuation: CheckedContinuation<Value, any Error>?
  private var isCancelled = false

  /// Waits under a lock; `forget` is done under it where who gives is to note this one no more.
  init(_ lock: Lock, forget: @escaping @Sendable (Waiter) -> Void) {
    (self.lock, self.forget) = (lock, forget)
  }

  /// What there is now, or else what this is given later; who looks notes who waits, under the lock.
  ///
  /// Throws `CancellationError` as soon as the task that waits is cancelled, and `overloaded` where nothing is
  /// given for so long, once it is noted no more.
  func value(within patience: Duration, now: () -> Value?) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let now = lock.holding({ begin(continuation, now) }) {
          continuation.resume(with: now)
        } else {
          giveUp(after: patience)
        }
      }
    } onCancel: {
      lock.holding { isCancelled = true }
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

  private func giveUp(after patience: Duration) {
    let wait = DispatchTimeInterval.milliseconds(Int(patience / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: .now() + wait) { [weak self] in
      self?.end(StorageError(.overloaded, "Others had all of it for \(patience)."))
    }
  }

  private func end(_ error: any Error) {
    let waits = lock.holding { () -> CheckedContinuation<Value, any Error>? in
      forget(self)
      return leave()
    }
    waits?.resume(throwing: error)
  }

  /// Waits no longer; gives what is to be resumed, once and outside of the lock.
  func leave() -> CheckedContinuation<Value, any Error>? {
    defer { continuation = nil }
    return continuation
  }
}
