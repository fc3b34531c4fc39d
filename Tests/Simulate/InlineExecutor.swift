import Foundation

/// A task executor that runs all jobs on the waiting thread.
///
/// Switching threads would take longer than the work, because nothing here waits.
final class InlineExecutor: TaskExecutor, @unchecked Sendable {  // `jobs`, `isDone`: under `lock`
  private let lock = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isDone = false

  /// Runs the work to completion.
  static func run(_ work: @escaping @Sendable () async -> Void) {
    let thread = InlineExecutor()
    Task(executorPreference: thread) {
      await work()
      thread.note { thread.isDone = true }
    }
    while let job = thread.next() {
      job.runSynchronously(on: thread.asUnownedTaskExecutor())
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    note { jobs.append(job) }
  }

  private func note(_ change: () -> Void) {
    lock.withLock {
      change()
      lock.signal()
    }
  }

  private func next() -> UnownedJob? {
    lock.withLock {
      while jobs.isEmpty, !isDone { lock.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
