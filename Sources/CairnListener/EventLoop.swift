import Dispatch
import Glibc

/// An event loop: a thread that waits for sockets and runs the jobs of the tasks that serve them.
///
/// As the executor of those tasks it keeps them on its thread: after an `await` they resume here, next to the
/// sockets, and need no lock.
///
/// Unchecked: `steps` and `sleeps` are guarded by `queue`.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  private let queue = DispatchQueue(label: "cairn.loop")
  private var steps: [Step] = []
  private var sleeps = false
  private let wakeEnd: Int32
  private let sleepEnd: Int32

  private enum Step: @unchecked Sendable {  // the loop takes a job from `queue` and runs it once
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
  }

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (sleepEnd, wakeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(sleepEnd)
    close(wakeEnd)
  }

  func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Enqueues a step for the loop's thread.
  func perform(_ step: @escaping @Sendable () -> Void) { add(.closure(step)) }

  private func add(_ step: Step) {
    var mustWake = false
    queue.sync {
      steps.append(step)
      (mustWake, sleeps) = (sleeps, false)
    }
    if mustWake { _ = write(wakeEnd, [1], 1) }
  }

  /// Runs the pending steps; called only on the loop's thread.
  func runSteps() {
    var ready: [Step] = []
    queue.sync { swap(&ready, &steps) }
    for step in ready {
      switch step {
      case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .closure(let closure): closure()
      }
    }
  }

  /// Sleeps until the descriptor is readable, a step is enqueued, or the time is up.
  ///
  /// Called only on the loop's thread.
  func sleep(on descriptor: Int32, milliseconds: Int32) {
    var maySleep = false
    queue.sync {
      sleeps = steps.isEmpty
      maySleep = sleeps
    }
    var ends = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: sleepEnd, events: Int16(POLLIN), revents: 0),
    ]
    poll(&ends, 2, maySleep ? milliseconds : 0)
    queue.sync { sleeps = false }
    if ends[1].revents != 0 { empty() }
  }

  private func empty() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(sleepEnd, &bytes, bytes.count) > 0 {}
  }
}
