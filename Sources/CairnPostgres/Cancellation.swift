import CPostgres

/// Carries a task's cancellation to the statement it is running, and to no other.
final class Cancellation: @unchecked Sendable {  // both are guarded by `lock`
  private let lock = Lock()
  private var target: OpaquePointer?
  private var hasCome = false

  var isCancelled: Bool { lock.holding { hasCome } }

  /// Asks the server to cancel, inside the lock: outside, it may be running someone else's statement.
  func cancel() {
    lock.holding {
      hasCome = true
      guard let target, let request = cairn_PQgetCancel(target) else { return }
      var words = [CChar](repeating: 0, count: 256)
      cairn_PQcancel(request, &words, Int32(words.count))
      cairn_PQfreeCancel(request)
    }
  }

  /// From here on cancelling interrupts this handle, or nothing; throws when it came before.
  func aim(at handle: OpaquePointer?) throws {
    let isTooLate = lock.holding {
      target = hasCome ? nil : handle
      return hasCome
    }
    if isTooLate { throw CancellationError() }
  }
}
