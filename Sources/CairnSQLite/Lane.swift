import Dispatch

/// A connection and the queue that alone touches it, so that waiting for a disk blocks no task.
final class Lane: @unchecked Sendable {  // `connection` is touched on `queue` only
  private let queue = DispatchQueue(label: "cairn.sqlite")
  private let open: @Sendable () throws -> Connection
  private var connection: Connection?

  /// Makes a lane whose connection is opened by the first work it gets.
  init(_ open: @escaping @Sendable () throws -> Connection) {
    self.open = open
  }

  /// Does work in the order it was asked for; cancelling the task interrupts it, waiting or running.
  func run<T: Sendable>(
    _ work: @escaping @Sendable (Connection, Cancellation) throws -> T
  ) async throws -> T {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(with: Result { try work(self.opened(), cancellation) })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func opened() throws -> Connection {
    if let connection { return connection }
    let new = try open()
    connection = new
    return new
  }
}
