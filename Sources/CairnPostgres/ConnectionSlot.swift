import CairnSQL
import Dispatch

/// A slot for one connection, which its holders use one after another.
final class ConnectionSlot: @unchecked Sendable {  // `connection` is guarded by `lock`
  private let lock = Lock()
  private let queue = DispatchQueue(label: "cairn.postgresql")
  private var connection: Connection?

  /// Runs blocking work: at once if the task is on a blocking executor, otherwise on a queue.
  func performBlocking<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    if BlockingExecutor.isHere { return try lock.withLock(work) }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.lock.withLock(work) }) }
    }
  }

  /// Whether there is no connection.
  var isEmpty: Bool { lock.withLock { connection == nil } }

  /// Opens a connection; blocks.
  func connect(_ open: () throws -> Connection) throws { connection = try open() }

  /// Closes the connection after the running work.
  func close() { lock.withLock { connection = nil } }

  /// Runs work on the connection; retries once on a new connection if the old one was lost before the server
  /// completed anything, as idle connections are when the server restarts.
  func work<T>(_ open: () throws -> Connection, _ work: (Connection) throws -> T) throws -> T {
    let connection = try opened(open)
    do {
      return try work(connection)
    } catch  where connection.isDead && !connection.hasBegun {
      return try work(opened(open))
    }
  }

  /// Returns the connection, or opens a new one if there is none or it is unusable.
  private func opened(_ open: () throws -> Connection) throws -> Connection {
    if let connection, connection.isFree, try connection.isUsable() { return connection }
    connection = nil
    let new = try open()
    connection = new
    return new
  }

  /// Runs more work of a transaction that has begun; never reconnects.
  func resume<T>(_ work: (Connection) throws -> T) throws -> T {
    guard let connection else { throw Pipeline.connectionLost }
    return try work(connection)
  }
}

/// Exclusive use of a connection.
struct ConnectionLease: Sendable {
  /// Cancels all work on the connection.
  let cancellation = Cancellation()
  private let slot: ConnectionSlot
  private let open: @Sendable () throws -> Connection

  init(_ slot: ConnectionSlot, _ open: @escaping @Sendable () throws -> Connection) {
    (self.slot, self.open) = (slot, open)
  }

  /// Runs work that may block on the server.
  func performBlocking<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await slot.performBlocking(work)
  }

  /// Runs work that begins a transaction; blocks.
  func begin<T>(_ work: (Connection, Cancellation) throws -> T) throws -> T {
    try slot.work(open) { try work($0, cancellation) }
  }

  /// Runs work of a transaction that has begun; blocks.
  func resume<T>(_ work: (Connection) throws -> T) throws -> T { try slot.resume(work) }
}
