import CPostgres
import Dispatch

/// Carries a task's cancellation to the statement it is running, and to no other.
final class Cancellation: @unchecked Sendable {  // both are guarded by `lock`
  private let lock = Lock()
  private var target: OpaquePointer?
  private var hasCome = false

  var isCancelled: Bool { lock.holding { hasCome } }

  /// Asks the server to cancel, again and again until what was aimed at has ended: it passes over what
  /// reaches it between two statements.
  ///
  /// Whoever cancels does not wait for that, as it takes a connection of its own.
  func cancel() {
    let isAimed = lock.holding {
      hasCome = true
      return target != nil
    }
    if isAimed { ask(on: DispatchQueue(label: "cairn.cancel"), after: 0, then: 50) }
  }

  /// A queue of its own has a thread, however busy those are that others share.
  private func ask(on queue: DispatchQueue, after wait: Int, then next: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [self] in
      if lock.holding(ask) { ask(on: queue, after: next, then: min(2 * next, 1_000)) }
    }
  }

  /// Whether there was something to cancel; inside the lock, since outside the connection may be running
  /// someone else's statement.
  private func ask() -> Bool {
    guard let target else { return false }
    guard let request = cairn_PQgetCancel(target) else { return false }
    var words = [CChar](repeating: 0, count: 256)
    cairn_PQcancel(request, &words, Int32(words.count))
    cairn_PQfreeCancel(request)
    return true
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
