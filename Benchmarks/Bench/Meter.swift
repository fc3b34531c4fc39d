import Glibc

/// The duration of one measured operation, in nanoseconds.
struct Lap {
  let wall: Int64
  /// The processor time of the whole process, over all threads.
  let cpu: Int64
}

/// A meter that times operations and marks them in a trace if there is one.
final class Meter {
  private(set) var laps: [Lap] = []
  private let trace: Trace?

  init(_ trace: Trace? = nil) {
    self.trace = trace
  }

  func lap<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    trace?.add(.lapStart)
    let (wall, cpu) = (Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_PROCESS_CPUTIME_ID))
    let result = try await work()
    laps.append(
      Lap(
        wall: Self.now(CLOCK_MONOTONIC) - wall,
        cpu: Self.now(CLOCK_PROCESS_CPUTIME_ID) - cpu
      )
    )
    trace?.add(.lapEnd)
    return result
  }

  static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
