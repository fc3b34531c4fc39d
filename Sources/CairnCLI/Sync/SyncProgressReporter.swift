import Cairn
import CairnStore
import CairnSync

/// A progress line on a terminal for syncs that take longer than a second.
///
/// The line is redrawn and finally erased; the result is printed after it.
final class SyncProgressReporter: Sendable {
  private let context: CommandContext
  private let line: LockedValue<SyncProgressLine>

  init(_ context: CommandContext) {
    self.context = context
    let columns = context.output.standardError.columns
    line = LockedValue(SyncProgressLine(columns: columns, begun: context.now))
  }

  func report(_ progress: SyncProgress) {
    let now = context.now
    context.output.show(line.withLock { $0.advance(to: progress, at: now) })
  }

  func finish() { context.output.show(line.withLock { $0.finish() }) }
}

/// The state of the progress line, as a value like ``ProgressBar``.
struct SyncProgressLine: Sendable {
  private let columns: Int?
  private let begun: Instant
  private var drawnAt: Instant?
  /// The highest number of queued changes seen so far.
  private var queued = 0

  /// Creates a progress line; `columns` is nil without a terminal.
  init(columns: Int?, begun: Instant) { (self.columns, self.begun) = (columns, begun) }

  /// Returns the text to write; nil in the first second and within 100 ms of the last update.
  mutating func advance(to progress: SyncProgress, at now: Instant) -> String? {
    guard let columns else { return nil }
    let text = text(progress)
    guard now - begun >= .seconds(1), drawnAt.map({ now - $0 >= Milliseconds(100) }) ?? true else {
      return nil
    }
    drawnAt = now
    return "\r\(text.truncated(to: columns - 1))\u{1B}[K"
  }

  /// Returns the text that erases the line; nil if nothing was drawn.
  func finish() -> String? { drawnAt == nil ? nil : "\r\u{1B}[K" }

  private mutating func text(_ progress: SyncProgress) -> String {
    switch progress {
    case .sending(let left):
      queued = max(queued, left)
      return "Sending: \(queued - left) of \(queued) changes"
    case .receiving(let count): return "Receiving: \(grouped(count)) records"
    }
  }
}
