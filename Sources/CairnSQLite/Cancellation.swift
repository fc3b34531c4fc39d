import CSQLite

/// The cancellation of a task, forwarded only to the statement that the task is running.
final class Cancellation: @unchecked Sendable {  // both are guarded by `lock`
  private let lock = Lock()
  private var target: OpaquePointer?
  private var isRequested = false

  var isCancelled: Bool { lock.withLock { isRequested } }

  /// Interrupts the attached connection under the lock: afterwards it may be running another task's statement.
  func cancel() {
    lock.withLock {
      isRequested = true
      if let target { sqlite3_interrupt(target) }
    }
  }

  /// Makes cancellation interrupt this connection, or nothing if nil; throws if the task is already cancelled.
  func attach(at handle: OpaquePointer?) throws {
    let isTooLate = lock.withLock {
      target = isRequested ? nil : handle
      return isRequested
    }
    if isTooLate { throw CancellationError() }
  }
}
