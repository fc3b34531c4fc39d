import CairnSQL
import Dispatch

/// A task executor whose thread may block on libpq, which saves a thread hop per query.
final class BlockingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "cairn.postgresql.executor")

  init() { queue.setSpecific(key: Self.here, value: asUnownedTaskExecutor()) }

  private static let here = DispatchSpecificKey<UnownedTaskExecutor>()

  /// Whether the calling task runs on a blocking executor.
  ///
  /// An actor called from there may run jobs of other tasks on the same thread. Those must not block it, so this
  /// compares the task's preferred executor, not only the thread.
  static var isHere: Bool {
    guard let executor = DispatchQueue.getSpecific(key: here) else { return false }
    return withUnsafeCurrentTask { $0?.unownedTaskExecutor == executor }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A shared pool of blocking executors; it reuses the most recently used one first and never waits for one.
///
/// Unchecked: `free` and `createdCount` are guarded by `lock`.
final class BlockingExecutorPool: @unchecked Sendable {
  private let limit: Int
  private let lock = Lock()
  private var free: [BlockingExecutor] = []
  private var createdCount = 0

  init(limit: Int) { self.limit = limit }

  /// Runs a body on a free executor; stays on the current one if it is blocking already, or none is free.
  func withExecutor<T>(_ body: () async throws -> T) async rethrows -> T {
    guard !BlockingExecutor.isHere, let executor = acquire() else { return try await body() }
    defer { lock.withLock { free.append(executor) } }
    return try await withTaskExecutorPreference(executor, operation: body)
  }

  private func acquire() -> BlockingExecutor? {
    lock.withLock {
      if let executor = free.popLast() { return executor }
      guard createdCount < limit else { return nil }
      createdCount += 1
      return BlockingExecutor()
    }
  }
}
