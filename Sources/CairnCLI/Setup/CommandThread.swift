import Dispatch

/// The thread a command waits on, doing the command's steps itself.
///
/// A command has one thing to do at a time: a pool of threads would only be started, handed each
/// step, and stopped again (docs/performance.md).
final class CommandThread: TaskExecutor, @unchecked Sendable {  // `steps` is guarded by `queue`
  private let queue = DispatchQueue(label: "cairn.command")
  private let arrived = DispatchSemaphore(value: 0)
  private var steps: [UnownedJob] = []

  /// Does `work` and everything it calls on the calling thread, then gives its result.
  static func run<T: Sendable>(_ work: @escaping @Sendable () async -> T) -> T {
    let thread = CommandThread()
    nonisolated(unsafe) var result: T?  // the task sets it on this very thread
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
