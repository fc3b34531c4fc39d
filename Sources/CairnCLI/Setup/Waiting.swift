import Dispatch

/// Work that waits for the disk, away from the threads that tasks and sockets share.
enum Waiting {
  /// Does the work on a thread that may wait.
  static func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
  }
}
