import Cairn
import CairnStore

extension Option {
  /// When something was climbed.
  static var climbTime: Option {
    .value("at", "TIME", "When, if not now: 19:40, -15m; none if not known.")
  }
}

extension CommandContext {
  /// The time that `--at` names, of what was climbed on an occasion; nil when it was not given, the
  /// inner nil for none.
  ///
  /// A clock alone is looked for from the start of a session on, or is that of a day without one.
  /// Throws `usage.time`.
  func climbTime(
    _ invocation: Invocation,
    on occasion: ClimbContext,
    in log: Log
  ) async throws -> Instant?? {
    guard let word = invocation.value("at") else { return nil }
    guard word != "none" else { return .some(nil) }
    let times = try await times(in: log)
    switch occasion {
    case .day(let day, _, _): return try times.instant(word, on: day)
    case .session(let id):
      let start = try await log.session(id)?.startedAt
      return try start.map { try times.instant(word, from: $0) } ?? times.instant(word).value
    }
  }
}

extension TimeReader {
  /// A clock alone is the first such from a start on.
  ///
  /// What is typed has no seconds: in the minute of the start it is the start that is meant.
  fileprivate func instant(_ word: String, from start: Instant) throws(CairnError) -> Instant {
    let minute = start - Milliseconds(start.milliseconds % 60_000)
    let found = try instant(word, after: minute - Milliseconds(1))
    return found < start && found >= minute ? start : found
  }
}
