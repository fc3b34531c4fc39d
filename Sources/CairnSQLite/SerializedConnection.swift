import Dispatch

/// A connection and the queue that alone touches it.
final class SerializedConnection: @unchecked Sendable {  // `connection`: on `queue` only; `asked`: under `lock`
  private let queue = DispatchQueue(label: "cairn.sqlite")
  private let thread: SQLiteDatabase.Thread
  private let open: @Sendable () throws -> Connection
  private var connection: Connection?
  private let lock: Lock
  /// How much work has not ended yet.
  private var asked = 0

  /// Makes a lane whose connection is opened by the first work it gets.
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

  /// Does work in the order it was asked for; cancelling the task interrupts what runs, and what waits once it
  /// is its turn.
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

  /// Does brief work on the thread that asks; nil while other work is to be done, or none ever was.
  ///
  /// Nothing is asked for meanwhile, lest the queue be held just before.
  func runNow<T>(_ work: (Connection) throws -> T?) throws -> T? {
    requireNotHeld()
    let result = lock.holding { () -> Result<T?, any Error> in
      guard asked == 0 else { return .success(nil) }
      return Result { try queue.sync { try connection.flatMap(work) } }
    }
    return try result.get()
  }

  /// Gives a body a lane of its own to the connection; what others ask for waits until it is done.
  ///
  /// That lane is of no use afterwards. For one whose connection has a thread of its own. Throws
  /// `CancellationError` to a task that was cancelled before its turn.
  func hold<T>(_ body: (SerializedConnection) async throws -> T) async throws -> T {
    lock.holding { asked += 1 }
    await withCheckedContinuation { continuation in
      step {
        self.queue.suspend()
        continuation.resume()
      }
    }
    defer {
      lock.holding { asked -= 1 }
      queue.resume()
    }
    try Task.checkCancellation()
    // Of one lock, so that all that follows one another does so for the thread sanitizer as well.
    let own = SerializedConnection(on: thread, under: lock) { try self.opened() }
    return try await Self.$held.withValue(ObjectIdentifier(self)) { try await body(own) }
  }

  /// The lane that this task holds.
  @TaskLocal private static var held: ObjectIdentifier?

  /// Whoever holds a lane and asks it the usual way would wait for ever.
  private func requireNotHeld() {
    assert(Self.held != ObjectIdentifier(self), "Whoever holds a log waits for it.")
  }

  /// Closes the connection after the work that was asked for before; more work opens it anew.
  func close() async {
    await withCheckedContinuation { continuation in
      step {
        self.connection = nil
        continuation.resume()
      }
    }
  }

  /// Does work in the order it was asked for, for which nobody waits here.
  func perform(_ work: @escaping @Sendable (Result<Connection, any Error>) -> Void) {
    step { work(Result { try self.opened() }) }
  }

  private func step(_ step: @escaping @Sendable () -> Void) {
    requireNotHeld()
    lock.holding { asked += 1 }
    let counted = { @Sendable in
      self.lock.holding {}
      step()
      self.lock.holding { self.asked -= 1 }
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
