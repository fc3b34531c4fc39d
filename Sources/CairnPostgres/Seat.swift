import CairnSQL
import Dispatch

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

  /// Goes on with what work on the connection has begun.
  func goOn<T>(_ work: (Connection) throws -> T) throws -> T {
    guard let connection else { throw Pipeline.lost }
    return try work(connection)
  }

  func close() { connection = nil }
}

/// A connection that nobody else has meanwhile.
struct Hold: Sendable {
  /// Stops all that is done on it.
  let cancellation = Cancellation()
  private let seat: Seat
  private let open: @Sendable () throws -> Connection

  init(_ seat: Seat, _ open: @escaping @Sendable () throws -> Connection) {
    (self.seat, self.open) = (seat, open)
  }

  /// Does work that begins a transaction.
  func work<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    try await queued { try seat.work(open) { try work($0, cancellation) } }
  }

  /// Does work of a transaction that has begun.
  func goOn<T: Sendable>(
    _ work: @escaping @Sendable (Connection) throws -> T
  ) async throws -> T {
    try await queued { try seat.goOn(work) }
  }

  private func queued<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      seat.queue.async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
