import CSQLite
import CairnSQL

/// Carries a task's cancellation to the statement it is running, and to no other.
///
/// The lock keeps a late `cancel` from interrupting whatever the connection does next.
final class Cancellation: @unchecked Sendable {  // `state` is guarded by `lock`
  private enum State { case waiting, running(OpaquePointer), finished, cancelled }

  private let lock = Lock()
  private var state = State.waiting

  func cancel() {
    lock.holding {
      if case .finished = state { return }
      // Before the lock is given up: afterwards the connection may run someone else's statement.
      if case .running(let handle) = state { sqlite3_interrupt(handle) }
      state = .cancelled
    }
  }

  var isCancelled: Bool {
    lock.holding { if case .cancelled = state { true } else { false } }
  }

  /// From here on, cancelling interrupts the connection.
  func begin(_ handle: OpaquePointer) throws {
    try move(to: .running(handle))
  }

  /// From here on, cancelling comes too late.
  func end() throws {
    try move(to: .finished)
  }

  private func move(to next: State) throws {
    let isCancelled = lock.holding {
      if case .cancelled = state { return true }
      state = next
      return false
    }
    if isCancelled { throw CancellationError() }
  }
}
