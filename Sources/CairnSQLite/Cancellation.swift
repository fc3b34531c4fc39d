import CSQLite
import CairnSQL

/// The cancellation of a task, forwarded only to the statement that the task is running.
final class Cancellation: @unchecked Sendable {  // mutable state: under `lock`
  private let lock = Lock()
  private var target: OpaquePointer?
  private var isRequested = false

  var isCancelled: Bool { lock.withLock { isRequested } }

  /// Interrupts the attached connection, under the lock because it may run another task's statement afterwards.
  func cancel() {
    lock.withLock {
      isRequested = true
      if let target { sqlite3_interrupt(target) }
    }
  }

  /// Sets the connection that cancellation interrupts, nil for none; throws if the task is already cancelled.
  func attach(to handle: OpaquePointer?) throws {
    let wasRequested = lock.withLock {
      target = isRequested ? nil : handle
      return isRequested
    }
    if wasRequested { throw CancellationError() }
  }
}
