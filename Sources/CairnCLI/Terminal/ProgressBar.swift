import Cairn

/// A progress bar that limits its output.
///
/// On a terminal it redraws one line at most ten times a second; elsewhere it prints a line for
/// every tenth. It is a pure value: it returns the text for standard error, and the caller passes
/// the time.
struct ProgressBar: Sendable {
  private let label: String
  private let total: Int
  private let columns: Int?
  private var drawnAt: Instant?
  private var tenths = 0

  /// Creates a bar for `total` steps; `columns` is nil without a terminal.
  init(_ label: String, total: Int, columns: Int?) {
    (self.label, self.total, self.columns) = (label.visible, total, columns)
  }

  /// Returns the text to write after `done` steps; nil if there is nothing to update.
  mutating func advance(to done: Int, at now: Instant) -> String? {
    let done = min(max(done, 0), total)
    guard let columns else { return tenth(done) }
    if let drawnAt, now - drawnAt < Milliseconds(100), now >= drawnAt, done < total { return nil }
    drawnAt = now
    // Erase to the end of the line to remove the rest of a longer bar.
    return "\r\(bar(done).truncated(to: columns - 1))\u{1B}[K"
  }

  /// Returns the newline that ends the bar on a terminal.
  func finish() -> String? { columns == nil || drawnAt == nil ? nil : "\n" }

  private mutating func tenth(_ done: Int) -> String? {
    let current = percent(done) / 10
    guard current > tenths else { return nil }
    tenths = current
    return "\(label): \(current * 10) % (\(done) of \(total))\n"
  }

  private func bar(_ done: Int) -> String {
    let filled = percent(done) / 5
    let picture = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
    return "\(label) \(picture) \(percent(done)) % (\(done) of \(total))"
  }

  private func percent(_ done: Int) -> Int { total > 0 ? done * 100 / total : 100 }
}
