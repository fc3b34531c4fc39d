import Foundation

/// Runs everything that a task does on the thread that waits for it.
///
/// Handing work from thread to thread would take longer than the work: nothing here waits.
final class OneThread: TaskExecutor, @unchecked Sendable {  // `jobs`, `isDone`: under `lock`
  private let lock = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isDone = false

  /// Runs the work to its end.
  static func run(_ work: @escaping @Sendable () async -> Void) {
    let thread = OneThread()
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
