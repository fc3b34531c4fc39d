import Dispatch
import Glibc

/// A thread that waits for sockets, and does the steps of the tasks that answer them in between.
///
/// As the executor of those tasks it keeps them on its thread: after an `await` they go on here,
/// next to the sockets, and no step of theirs needs a lock.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  // `steps` and `sleeps` are guarded by `queue`; `thread` is set before anyone else knows the loop.
  private let queue = DispatchQueue(label: "cairn.loop")
  private var steps: [Step] = []
  private var sleeps = false
  private let wakeEnd: Int32
  private let sleepEnd: Int32

  private enum Step: @unchecked Sendable {  // a job is run once, by the loop, taken from `queue`
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

  /// Does a step on the loop's thread, soon.
  func perform(_ step: @escaping @Sendable () -> Void) { add(.closure(step)) }

  private func add(_ step: Step) {
    var mustWake = false
    queue.sync {
      steps.append(step)
      (mustWake, sleeps) = (sleeps, false)
    }
    if mustWake { _ = write(wakeEnd, [1], 1) }
  }

  /// Does what is to be done by now; called on the loop's thread only.
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

  /// Sleeps until a descriptor has something, a step is to be done, or the time is over.
  ///
  /// Called on the loop's thread only.
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
