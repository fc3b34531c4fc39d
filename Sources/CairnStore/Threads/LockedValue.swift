import CairnSQL

/// A value protected by a lock.
///
/// For short critical sections on every request: a hop to an actor would take longer than the work, and would suspend
/// the request's task.
package final class LockedValue<State: Sendable>: @unchecked Sendable {  // `state` is under `lock`
  private let lock = Lock()
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  /// Runs the body with exclusive access; the body must not access the same value again.
  @discardableResult
  package func withLock<Success, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try lock.withLock { () throws(Failure) in try body(&state) }
  }
}
