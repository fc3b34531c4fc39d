import Dispatch

/// A task executor that runs a command's jobs on the thread that waits for it.
///
/// A command runs one job at a time, so a thread pool would only add start-up and handover costs
/// (docs/performance.md).
final class CommandThread: TaskExecutor, @unchecked Sendable {  // `steps` is guarded by `queue`
  private let queue = DispatchQueue(label: "cairn.command")
  private let arrived = DispatchSemaphore(value: 0)
  private var steps: [UnownedJob] = []

  /// Runs `work` and everything it calls on the calling thread, and returns its result.
  static func run<T: Sendable>(_ work: @escaping @Sendable () async -> T) -> T {
    let thread = CommandThread()
    nonisolated(unsafe) var result: T?  // `result` is set on this same thread.
    Task(executorPreference: thread) { result = await work() }
    while true {
      thread.next().runSynchronously(on: thread.asUnownedTaskExecutor())
      if let result { return result }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let step = UnownedJob(job)
    queue.sync { steps.append(step) }
    arrived.signal()
  }

  private func next() -> UnownedJob {
    arrived.wait()
    return queue.sync { steps.removeFirst() }
  }
}
