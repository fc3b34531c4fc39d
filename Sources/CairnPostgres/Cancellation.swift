import CPostgres
import CairnSQL
import Dispatch

/// The cancellation of a task, forwarded only to the statement that the task is running.
final class Cancellation: @unchecked Sendable {  // mutable state: under `lock`
  private let lock = Lock()
  private var target: OpaquePointer?
  private var isRequested = false

  var isCancelled: Bool { lock.withLock { isRequested } }

  /// Sends cancel requests until the attached work ends, because the server ignores one between two statements.
  ///
  /// Returns at once: each request opens a connection of its own in the background.
  func cancel() {
    let isAttached = lock.withLock {
      isRequested = true
      return target != nil
    }
    if isAttached { requestCancel(on: DispatchQueue(label: "cairn.cancel"), after: 0, then: 50) }
  }

  /// Repeats the request with growing delays in milliseconds, on a private queue so that busy threads don't delay it.
  private func requestCancel(on queue: DispatchQueue, after wait: Int, then next: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [self] in
      if lock.withLock(requestCancel) {
        requestCancel(on: queue, after: next, then: min(2 * next, 1_000))
      }
    }
  }

  /// Sends one cancel request; returns false if nothing is attached.
  ///
  /// Call it under the lock: afterwards the connection may be running another task's statement.
  private func requestCancel() -> Bool {
    guard let target else { return false }
    guard let request = cairn_PQgetCancel(target) else { return false }
    var errorBuffer = [CChar](repeating: 0, count: 256)
    cairn_PQcancel(request, &errorBuffer, Int32(errorBuffer.count))
    cairn_PQfreeCancel(request)
    return true
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
