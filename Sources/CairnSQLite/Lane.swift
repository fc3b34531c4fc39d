import Dispatch

/// A connection and the queue that alone touches it.
final class Lane: @unchecked Sendable {  // `connection`: on `queue` only; `asked`: under `lock`
  private let queue = DispatchQueue(label: "cairn.sqlite")
  private let thread: SQLiteDatabase.Thread
  private let open: @Sendable () throws -> Connection
  private var connection: Connection?
  private let lock = Lock()
  /// How much work has not ended yet.
  private var asked = 0

  /// Makes a lane whose connection is opened by the first work it gets.
  init(on thread: SQLiteDatabase.Thread, _ open: @escaping @Sendable () throws -> Connection) {
    self.thread = thread
    self.open = open
  }

  /// Does work in the order it was asked for; cancelling the task interrupts it, waiting or running.
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
  func runNow<T>(_ work: (Connection) throws -> T?) throws -> T? {
    let isFree = lock.holding {
      guard asked == 0 else { return false }
      asked = 1
      return true
    }
    guard isFree else { return nil }
    defer { lock.holding { asked -= 1 } }
    return try queue.sync { try connection.flatMap(work) }
  }

  /// Gives a body a lane of its own to the connection; what others ask for waits until it is done.
  ///
  /// That lane is of no use afterwards. For one whose connection has a thread of its own.
  func hold<T>(_ body: (Lane) async throws -> T) async throws -> T {
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
    return try await body(Lane(on: thread) { try self.opened() })
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
    lock.holding { asked += 1 }
    let counted = { @Sendable in
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
