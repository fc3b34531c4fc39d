import CairnSQL
import Dispatch

/// Connections that many share: at most so many, given out in the order they were asked for.
///
/// Who waits for the server does it at a desk or on a queue of the connection, so no thread of others is held up.
final class Pool: @unchecked Sendable {  // `free`, `made` and `waiting` are guarded by `lock`
  private let open: @Sendable () throws -> Connection
  private let limit: Int
  private let lock = Lock()
  private var free: [Seat] = []
  private var made = 0
  private var waiting: [Waiter] = []

  init(_ address: String, isPooled: Bool = false, limit: Int) {
    self.limit = limit
    open = { try Connection(to: address, isPooled: isPooled) }
  }

  /// Does work on a connection that nobody else has meanwhile.
  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await hold { hold in try await hold.queued { try hold.begin(work) } }
  }

  /// Lets nobody else have a connection as long as the body runs, in which no other is asked for: all
  /// could be held by those who wait for one more.
  func hold<T: Sendable>(_ body: @Sendable (Hold) async throws -> T) async throws -> T {
    assert(!Self.isHeld, "Whoever holds a connection waits for another.")
    let seat = try await take()
    defer { give(seat) }
    let hold = Hold(seat, open)
    return try await withTaskCancellationHandler {
      try await Self.$isHeld.withValue(true) { try await body(hold) }
    } onCancel: {
      hold.cancellation.cancel()
    }
  }

  @TaskLocal private static var isHeld = false

  /// Throws `CancellationError` as soon as the task that waits is cancelled.
  private func take() async throws -> Seat {
    let waiter = Waiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let now = lock.holding({ seat(for: waiter, continuation) }) {
          continuation.resume(with: now)
        }
      }
    } onCancel: {
      let waits = lock.holding {
        waiting.removeAll { $0 === waiter }
        return waiter.cancel()
      }
      waits?.resume(throwing: CancellationError())
    }
  }

  /// What there is at once; nil for one who is to wait.
  private func seat(
    for waiter: Waiter,
    _ continuation: CheckedContinuation<Seat, any Error>
  ) -> Result<Seat, any Error>? {
    if waiter.isCancelled { return .failure(CancellationError()) }
    if let seat = free.popLast() { return .success(seat) }
    guard made == limit else {
      made += 1
      return .success(Seat())
    }
    waiter.wait(continuation)
    waiting.append(waiter)
    return nil
  }

  private func give(_ seat: Seat) {
    let next = lock.holding { () -> CheckedContinuation<Seat, any Error>? in
      guard waiting.isEmpty else { return waiting.removeFirst().leave() }
      free.append(seat)
      return nil
    }
    next?.resume(returning: seat)
  }

  /// Closes the connections that nobody has now.
  func close() {
    let seats = lock.holding { () -> [Seat] in
      defer { (free, made) = ([], made - free.count) }
      return free
    }
    for seat in seats { seat.close() }
  }
}
