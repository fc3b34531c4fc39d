import CairnSQL
import Dispatch

/// Connections that many share: at most so many, given out in the order they were asked for.
///
/// Each connection has a queue of its own, so no task's thread ever waits for the server.
final class Pool: @unchecked Sendable {  // `free`, `made` and `waiting` are guarded by `lock`
  private let open: @Sendable () throws -> Connection
  private let limit: Int
  private let lock = Lock()
  private var free: [Seat] = []
  private var made = 0
  private var waiting: [CheckedContinuation<Seat, Never>] = []

  init(_ address: String, isPooled: Bool = false, limit: Int) {
    self.limit = limit
    open = { try Connection(to: address, isPooled: isPooled) }
  }

  /// Does work on a connection that nobody else has meanwhile.
  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await hold { try await $0.work(work) }
  }

  /// Lets nobody else have a connection as long as the body runs, in which no other is asked for: all
  /// could be held by those who wait for one more.
  func hold<T: Sendable>(_ body: @Sendable (Hold) async throws -> T) async throws -> T {
    assert(!Self.isHeld, "Whoever holds a connection waits for another.")
    let seat = await take()
    defer { give(seat) }
    let hold = Hold(seat, open)
    return try await withTaskCancellationHandler {
      try await Self.$isHeld.withValue(true) { try await body(hold) }
    } onCancel: {
      hold.cancellation.cancel()
    }
  }

  @TaskLocal private static var isHeld = false

  private func take() async -> Seat {
    await withCheckedContinuation { continuation in
      let seat: Seat? = lock.holding {
        if let seat = free.popLast() { return seat }
        guard made == limit else {
          made += 1
          return Seat()
        }
        waiting.append(continuation)
        return nil
      }
      if let seat { continuation.resume(returning: seat) }
    }
  }

  private func give(_ seat: Seat) {
    let next = lock.holding { () -> CheckedContinuation<Seat, Never>? in
      guard waiting.isEmpty else { return waiting.removeFirst() }
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
    for seat in seats { seat.queue.sync { seat.close() } }
  }
}
