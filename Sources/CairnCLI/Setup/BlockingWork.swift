import Dispatch

/// Blocking work, off the threads that tasks and sockets share.
enum BlockingWork {
  /// Runs the work on its own thread, because blocking one of the few global threads delays other tasks.
  static func run<T: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> T
  ) async throws(Failure) -> T {
    try await withCheckedContinuation { continuation in
      DispatchQueue(label: "cairn.waiting").async {
        continuation.resume(returning: Result(catching: work))
      }
    }.get()
  }
}
