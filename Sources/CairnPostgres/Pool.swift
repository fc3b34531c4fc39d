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
    let seat = await take()
    defer { give(seat) }
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        seat.queue.async { [open] in
          continuation.resume(with: Result { try seat.work(open) { try work($0, cancellation) } })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

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

/// A place for one connection, and the queue that alone touches it.
final class Seat: @unchecked Sendable {  // `connection`: on `queue` only
  let queue = DispatchQueue(label: "cairn.postgresql")
  private var connection: Connection?

  /// Does work on the connection; once more on a new one where that was lost before the work had
  /// begun, as those are that lie idle while the server is started anew.
  func work<T>(_ open: () throws -> Connection, _ work: (Connection) throws -> T) throws -> T {
    let connection = try opened(open)
    do {
      return try work(connection)
    } catch  where connection.isDead && !connection.hasBegun {
      return try work(opened(open))
    }
  }

  /// The connection; a new one where there is none yet, or it is of no use any more.
  private func opened(_ open: () throws -> Connection) throws -> Connection {
    if let connection, connection.isFree { return connection }
    connection = nil
    let new = try open()
    connection = new
    return new
  }

  func close() { connection = nil }
}
