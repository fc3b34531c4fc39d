import Dispatch
import Glibc
import Synchronization

/// The signals that stop a program: SIGTERM, and SIGINT from Ctrl-C.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]
  /// Emits once per signal.
  let arrivals: AsyncStream<Void>
  /// Returns whether a signal has arrived.
  let hasArrived: @Sendable () -> Bool

  private final class ArrivalFlag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  init() {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    self.arrivals = arrivals
    let came = ArrivalFlag()
    hasArrived = { came.isSet.load(ordering: .relaxed) }
    // A separate queue has its own thread, even if the shared ones are busy.
    let queue = DispatchQueue(label: "cairn.signals")
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in
        came.isSet.store(true, ordering: .relaxed)
        arrived.yield()
      }
      source.activate()
      return source
    }
  }

  /// Waits for the first signal.
  func first() async {
    for await _ in arrivals { break }
  }
}
