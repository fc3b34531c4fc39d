import Dispatch
import Synchronization

/// Writes remarks to standard error on a thread of its own.
///
/// Whoever reads them too slowly loses some, and holds up nobody.
final class LogSink: Sendable {
  private let output: Output
  private let queue = DispatchQueue(label: "cairn.remarks")
  private let waiting = Atomic<Int>(0)
  private static let most = 1_000

  init(_ output: Output) {
    self.output = output
  }

  /// Writes a line, soon; drops it where too many wait.
  func write(_ line: String) {
    guard waiting.load(ordering: .relaxed) < Self.most else { return }
    waiting.add(1, ordering: .relaxed)
    queue.async { [self] in
      output.warn(line)
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// Waits until all is written, for a second at most.
  func finish() {
    let written = DispatchSemaphore(value: 0)
    queue.async { written.signal() }
    _ = written.wait(timeout: .now() + 1)
  }
}
