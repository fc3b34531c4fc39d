import Cairn
import CairnSync
import Synchronization

/// Tells on a terminal how far a run of sync is, once it has taken a second.
///
/// One line that is redrawn and leaves nothing behind: what the run brought is said after it.
final class SyncProgressReporter: Sendable {
  private let context: CommandContext
  private let line: Mutex<SyncProgressLine>

  init(_ context: CommandContext) {
    self.context = context
    let columns = context.output.standardError.columns
    line = Mutex(SyncProgressLine(columns: columns, begun: context.now))
  }

  func tell(_ progress: SyncProgress) {
    let now = context.now
    context.output.show(line.withLock { $0.advance(to: progress, at: now) })
  }

  func finish() { context.output.show(line.withLock { $0.finish() }) }
}

/// What ``SyncProgressReporter`` writes; a value, as ``ProgressBar`` is.
struct SyncProgressLine: Sendable {
  private let columns: Int?
  private let begun: Instant
  private var drawnAt: Instant?
  /// The most changes that waited so far.
  private var queued = 0

  /// `columns` is nil when nobody watches.
  init(columns: Int?, begun: Instant) { (self.columns, self.begun) = (columns, begun) }

  /// What to write; nil in the first second, and less than a tenth of one after the last.
  mutating func advance(to progress: SyncProgress, at now: Instant) -> String? {
    guard let columns else { return nil }
    let words = words(progress)
    guard now - begun >= .seconds(1), drawnAt.map({ now - $0 >= Milliseconds(100) }) ?? true else {
      return nil
    }
    drawnAt = now
    return "\r\(words.truncated(to: columns - 1))\u{1B}[K"
  }

  /// What to write at the end, which takes the line away.
  func finish() -> String? { drawnAt == nil ? nil : "\r\u{1B}[K" }

  private mutating func words(_ progress: SyncProgress) -> String {
    switch progress {
    case .sending(let left):
      queued = max(queued, left)
      return "Sending: \(queued - left) of \(queued) changes"
    case .receiving(let count): return "Receiving: \(count) records"
    }
  }
}
