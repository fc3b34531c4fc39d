import CairnSQL
import Dispatch

/// A place for one connection, which is used by one after another.
final class ConnectionSlot: @unchecked Sendable {  // `connection` is guarded by `lock`
  private let lock = Lock()
  private let queue = DispatchQueue(label: "cairn.postgresql")
  private var connection: Connection?

  /// Does work that waits for the server: at once for a task at a desk, else on a queue.
  func queued<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    if BlockingExecutor.isHere { return try lock.holding(work) }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.lock.holding(work) }) }
    }
  }

  /// Whether there is no connection.
  var isEmpty: Bool { lock.holding { connection == nil } }

  /// Opens a connection, where the server may be waited for.
  func fill(_ open: () throws -> Connection) throws { connection = try open() }

  /// Closes the connection once what was asked of it before is done.
  func close() { lock.holding { connection = nil } }

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
    if let connection, connection.isFree, try connection.isUsable() { return connection }
    connection = nil
    let new = try open()
    connection = new
    return new
  }

  /// Goes on with what work on the connection has begun.
  func resume<T>(_ work: (Connection) throws -> T) throws -> T {
    guard let connection else { throw Pipeline.lost }
    return try work(connection)
  }
}

/// A connection that nobody else has meanwhile.
struct ConnectionLease: Sendable {
  /// Stops all that is done on it.
  let cancellation = Cancellation()
  private let seat: ConnectionSlot
  private let open: @Sendable () throws -> Connection

  init(_ seat: ConnectionSlot, _ open: @escaping @Sendable () throws -> Connection) {
    (self.seat, self.open) = (seat, open)
  }

  /// Does work where the server may be waited for.
  func queued<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await seat.queued(work)
  }

  /// Does work that begins a transaction, where the server may be waited for.
  func begin<T>(_ work: (Connection, Cancellation) throws -> T) throws -> T {
    try seat.work(open) { try work($0, cancellation) }
  }

  /// Does work of a transaction that has begun, where the server may be waited for.
  func resume<T>(_ work: (Connection) throws -> T) throws -> T { try seat.resume(work) }
}
