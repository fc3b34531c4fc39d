import Dispatch

/// A thread that may wait for the server itself, so that a task that runs there hands nothing over.
final class BlockingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "cairn.postgresql.desk")

  init() { queue.setSpecific(key: Self.here, value: asUnownedTaskExecutor()) }

  private static let here = DispatchSpecificKey<UnownedTaskExecutor>()

  /// Whether the task of who asks sits at one.
  ///
  /// An actor that is asked from there may go on with what other tasks have it do, on the same thread; those are not
  /// to hold up the one that asked.
  static var isHere: Bool {
    guard let executor = DispatchQueue.getSpecific(key: here) else { return false }
    return withUnsafeCurrentTask { $0?.unownedTaskExecutor == executor }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Desks that many share: the one used last is taken first, and who finds none goes without.
final class BlockingExecutorPool: @unchecked Sendable {  // `free` and `made` are guarded by `lock`
  private let limit: Int
  private let lock = Lock()
  private var free: [BlockingExecutor] = []
  private var made = 0

  init(limit: Int) { self.limit = limit }

  /// Runs a body at a desk, unless it is at one already.
  func seated<T>(_ body: () async throws -> T) async rethrows -> T {
    guard !BlockingExecutor.isHere, let executor = take() else { return try await body() }
    defer { lock.holding { free.append(executor) } }
    return try await withTaskExecutorPreference(executor, operation: body)
  }

  private func take() -> BlockingExecutor? {
    lock.holding {
      if let executor = free.popLast() { return executor }
      guard made < limit else { return nil }
      made += 1
      return BlockingExecutor()
    }
  }
}
