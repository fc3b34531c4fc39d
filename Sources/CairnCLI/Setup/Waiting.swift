import Dispatch

/// Work that waits, for the disk or for another machine, away from the threads that tasks and sockets share.
enum Waiting {
  /// Does the work on a thread of its own: those of the global queues are few, and whoever waits on one holds up
  /// tasks of others.
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
