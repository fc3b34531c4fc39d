import Dispatch

/// A value that one thread at a time may look at and change, at once.
///
/// For what is touched at each request and never waits for anything: a hop to an actor would take
/// longer than the work does, and let the request's thread go meanwhile.
package final class LockedValue<State: Sendable>: @unchecked Sendable {  // `state`: on `queue` only
  private let queue = DispatchQueue(label: "cairn.guarded")
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  /// Runs the body while nobody else has the value; it must not ask for the same one again.
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
