import Dispatch

/// A value protected by a lock.
///
/// For short critical sections on every request: a hop to an actor would take longer than the work, and would suspend
/// the request's task.
///
/// Unchecked: `state` is accessed only on `queue`.
package final class LockedValue<State: Sendable>: @unchecked Sendable {
  private let queue = DispatchQueue(label: "cairn.locked-value")
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  /// Runs the body with exclusive access; the body must not access the same value again.
  @discardableResult
  package func withLock<Success, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Success
  ) throws(Failure) -> Success {
    var result: Result<Success, Failure>?
    queue.sync { result = Result { () throws(Failure) -> Success in try body(&state) } }
    guard let result else { preconditionFailure("The queue did not run the body.") }
    return try result.get()
  }
}
