import Dispatch
import Synchronization

/// A log sink that writes to standard error on its own thread.
///
/// If the reader is too slow, lines are dropped instead of blocking the server.
final class LogSink: Sendable {
  private let output: Output
  private let queue = DispatchQueue(label: "cairn.log-sink")
  private let waiting = Atomic<Int>(0)
  private static let limit = 1_000

  init(_ output: Output) {
    self.output = output
  }

  /// Writes a line asynchronously; drops it if the queue is full.
  func write(_ line: String) {
    guard waiting.load(ordering: .relaxed) < Self.limit else { return }
    waiting.add(1, ordering: .relaxed)
    queue.async { [self] in
      output.warn(line)
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// Waits up to one second until all lines are written.
  func finish() {
    let written = DispatchSemaphore(value: 0)
    queue.async { written.signal() }
    _ = written.wait(timeout: .now() + 1)
  }
}
