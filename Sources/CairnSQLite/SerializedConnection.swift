import CairnSQL
import Dispatch

/// A connection that only its own queue uses.
///
/// Unchecked: `connection`: on `queue` only; `pendingCount`: under `lock`.
final class SerializedConnection: @unchecked Sendable {
  private let queue = DispatchQueue(label: "cairn.sqlite")
  private let thread: SQLiteDatabase.Thread
  private let open: @Sendable () throws -> Connection
  private var connection: Connection?
  private let lock: Lock
  /// The number of work items that have not ended.
  private var pendingCount = 0

  /// Creates a serialised connection, which the first work item opens.
  convenience init(
    on thread: SQLiteDatabase.Thread,
    _ open: @escaping @Sendable () throws -> Connection
  ) {
    self.init(on: thread, under: Lock(), open)
  }

  private init(
    on thread: SQLiteDatabase.Thread,
    under lock: Lock,
    _ open: @escaping @Sendable () throws -> Connection
  ) {
    (self.thread, self.lock, self.open) = (thread, lock, open)
  }

  /// Runs work in call order.
  ///
  /// Cancelling the task interrupts running work, and pending work when it starts.
  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { opened in
          continuation.resume(with: Result { try work(opened.get(), cancellation) })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Runs brief work on the calling thread; returns nil if other work is pending, or the connection was never opened.
  ///
  /// Holds the lock all the while, so that no other work can be enqueued.
  func runNow<T>(_ work: (Connection) throws -> T?) throws -> T? {
    requireNotHeld()
    let result = lock.withLock { () -> Result<T?, any Error> in
      guard pendingCount == 0 else { return .success(nil) }
      return Result { try queue.sync { try connection.flatMap(work) } }
    }
    return try result.get()
  }

  /// Passes the body a serialised connection of its own; other work waits until the body returns.
  ///
  /// The argument is invalid afterwards. Requires a connection with a thread of its own. Throws `CancellationError` if
  /// the task is cancelled while it waits.
  func withExclusiveUse<T>(_ body: (SerializedConnection) async throws -> T) async throws -> T {
    lock.withLock { pendingCount += 1 }
    await withCheckedContinuation { continuation in
      step {
        self.queue.suspend()
        continuation.resume()
      }
    }
    defer {
      lock.withLock { pendingCount -= 1 }
      queue.resume()
    }
    try Task.checkCancellation()
    // Shares the lock, so that ThreadSanitizer sees the order of the work too.
    let own = SerializedConnection(on: thread, under: lock) { try self.opened() }
    return try await Self.$held.withValue(ObjectIdentifier(self)) { try await body(own) }
  }

  /// The serialised connection that this task holds.
  @TaskLocal private static var held: ObjectIdentifier?

  /// Asserts that the task does not hold this connection, because waiting for it would deadlock.
  private func requireNotHeld() {
    assert(Self.held != ObjectIdentifier(self), "A task waits for a log that it already holds.")
  }

  /// Closes the connection after the pending work; later work opens it again.
  func close() async {
    await withCheckedContinuation { continuation in
      step {
        self.connection = nil
        continuation.resume()
      }
    }
  }

  /// Enqueues work without waiting for it.
  func perform(_ work: @escaping @Sendable (Result<Connection, any Error>) -> Void) {
    step { work(Result { try self.opened() }) }
  }

  private func step(_ step: @escaping @Sendable () -> Void) {
    requireNotHeld()
    lock.withLock { pendingCount += 1 }
    let counted = { @Sendable in
      self.lock.withLock {}
      step()
      self.lock.withLock { self.pendingCount -= 1 }
    }
    switch thread {
    case .own: queue.async(execute: counted)
    case .callers: queue.sync(execute: counted)
    }
  }

  private func opened() throws -> Connection {
    if let connection { return connection }
    let new = try open()
    connection = new
    return new
  }
}
