import Dispatch
import Glibc

/// What `cairn watch` reacts to.
enum WatchEvent: Sendable {
  /// A second passed, or the size of the terminal changed.
  case redraw
  /// Any program wrote the log.
  case changed
  case keys([Key])
  /// The terminal closed, or a signal asked the program to stop.
  case stop
}

/// The events of a terminal and of a log file.
final class WatchEvents {
  let arrivals: AsyncStream<WatchEvent>
  private let signals = StopSignals()
  private let sources: [any DispatchSourceProtocol]
  private let tasks: [Task<Void, Never>]

  init(of file: String) {
    let (arrivals, arrived) = AsyncStream<WatchEvent>.makeStream()
    self.arrivals = arrivals
    let queue = DispatchQueue(label: "cairn.watch")
    signal(SIGWINCH, SIG_IGN)
    let resize = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: queue)
    let second = DispatchSource.makeTimerSource(queue: queue)
    second.schedule(deadline: .now() + 1, repeating: 1)
    let keyboard = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    for source in [resize, second] as [any DispatchSourceProtocol] {
      source.setEventHandler { @Sendable in arrived.yield(.redraw) }
    }
    keyboard.setEventHandler { @Sendable in arrived.yield(Self.read()) }
    sources = [resize, second, keyboard]
    tasks = [
      Task { [stops = signals.arrivals] in for await _ in stops { arrived.yield(.stop) } },
      Task {
        var changes = FileChanges(of: file).makeAsyncIterator()
        while (try? await changes.next()) != nil { arrived.yield(.changed) }
      },
    ]
    for source in sources { source.activate() }
  }

  func end() {
    for source in sources { source.cancel() }
    for task in tasks { task.cancel() }
  }

  /// Reads what was typed or pasted.
  private static func read() -> WatchEvent {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? .keys(Key.all(in: Array(bytes[..<count]))) : .stop
  }
}
