import Synchronization

/// Text that a command prints for another one to show.
final class CapturedText: Sendable {
  private let text = Mutex("")

  var lines: [String] { text.withLock { $0.split(separator: "\n").map(String.init) } }

  func sink(_ columns: Int?) -> Sink {
    Sink(
      columns: columns,
      write: { [self] more in text.withLock { $0 += more } },
      isClosed: { false },
      finish: {}
    )
  }
}
