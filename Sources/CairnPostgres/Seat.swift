import CairnSQL
import Dispatch

/// A place for one connection, and the queue that alone touches it.
final class Seat: @unchecked Sendable {  // `connection`: on `queue` only
  private let queue = DispatchQueue(label: "cairn.postgresql")
  private var connection: Connection?

  init() { queue.setSpecific(key: Self.current, value: ObjectIdentifier(self)) }

  private static let current = DispatchSpecificKey<ObjectIdentifier>()

  /// Does work on the queue: at once for a task that runs there, else when its turn has come.
  func queued<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    if DispatchQueue.getSpecific(key: Self.current) == ObjectIdentifier(self) { return try work() }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: work)) }
    }
  }

  /// Closes the connection once what was asked of it before is done.
  func close() { queue.sync { connection = nil } }

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
}

/// Tasks can run on the queue, so that what they read needs no other thread and no way back.
extension Seat: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
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
    try await seat.queued { try seat.work(open) { try work($0, cancellation) } }
  }

  /// Does work of a transaction that has begun.
  func goOn<T: Sendable>(
    _ work: @escaping @Sendable (Connection) throws -> T
  ) async throws -> T {
    try await seat.queued { try seat.goOn(work) }
  }

  /// Runs a body where the connection is used, so that it reads without handing anything over.
  func staying<T>(_ body: () async throws -> T) async throws -> T {
    try await withTaskExecutorPreference(seat, operation: body)
  }
}
