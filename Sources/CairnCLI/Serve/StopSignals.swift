import Dispatch
import Glibc
import Synchronization

/// The wish to stop that comes as SIGTERM, or as SIGINT from Ctrl-C.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]
  /// Gives each of them.
  let arrivals: AsyncStream<Void>
  /// Whether one has come.
  let haveCome: @Sendable () -> Bool

  private final class Came: Sendable {
    let yet = Atomic<Bool>(false)
  }

  init() {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    self.arrivals = arrivals
    let came = Came()
    haveCome = { came.yet.load(ordering: .relaxed) }
    // A queue of its own has a thread, however busy those are that others share.
    let queue = DispatchQueue(label: "cairn.signals")
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in
        came.yet.store(true, ordering: .relaxed)
        arrived.yield()
      }
      source.activate()
      return source
    }
  }

  /// Waits for the first one.
  func first() async {
    for await _ in arrivals { break }
  }
}
