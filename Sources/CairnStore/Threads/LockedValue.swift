import Dispatch

/// A value protected by a lock.
///
/// For short critical sections on every request: a hop to an actor would take longer than the work, and would suspend
/// the request's task.
package final class LockedValue<State: Sendable>: @unchecked Sendable {  // `state` is accessed only on `queue`
  private let queue = DispatchQueue(label: "cairn.guarded")
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  /// Runs the body with exclusive access; the body must not access the same value again.
  @discardableResult
  package func holding<Answer, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    var answer: Result<Answer, Failure>?
    queue.sync { answer = Result { () throws(Failure) -> Answer in try body(&state) } }
    guard let answer else { preconditionFailure("a queue ran nothing") }
    return try answer.get()
  }
}
