import CSQLite

/// Carries a task's cancellation to the statement it is running, and to no other.
final class Cancellation: @unchecked Sendable {  // both are guarded by `lock`
  private let lock = Lock()
  private var target: OpaquePointer?
  private var hasCome = false

  var isCancelled: Bool { lock.holding { hasCome } }

  /// Interrupts the target, inside the lock: outside, it may be running someone else's statement.
  func cancel() {
    lock.holding {
      hasCome = true
      if let target { sqlite3_interrupt(target) }
    }
  }

  /// From here on cancelling interrupts this handle, or nothing; throws when it came before.
  func attach(at handle: OpaquePointer?) throws {
    let isTooLate = lock.holding {
      target = hasCome ? nil : handle
      return hasCome
    }
    if isTooLate { throw CancellationError() }
  }
}
