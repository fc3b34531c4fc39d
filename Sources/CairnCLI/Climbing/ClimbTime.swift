import Cairn
import CairnReports
import CairnStore

extension Option {
  /// The option for the time of a climb or an attempt.
  static var climbTime: Option {
    .value("at", "TIME", "Time, if not now: 19:40, -15m; none if unknown.")
  }
}

extension CommandContext {
  /// Reads `--at` for a climb in a context; nil without the option, the inner nil for `none`.
  ///
  /// A time of day alone means its first occurrence after the start of the session, or the time on the
  /// day of a context without one. Throws `usage.time`.
  func climbTime(
    _ invocation: Invocation,
    on climbContext: ClimbContext,
    in log: Log
  ) async throws -> Instant?? {
    guard let word = invocation.value("at") else { return nil }
    guard word != "none" else { return .some(nil) }
    let times = try await times(in: log)
    switch climbContext {
    case .day(let day, _, _): return try times.instant(word, on: day)
    case .session(let id):
      let start = try await log.session(id)?.startedAt
      return try start.map { try times.instant(word, from: $0) } ?? times.instant(word).value
    }
  }
}

extension TimeReader {
  /// Returns the first occurrence of a time of day at or after the start.
  ///
  /// Typed times have no seconds, so a time in the minute of the start means the start.
  fileprivate func instant(_ word: String, from start: Instant) throws(CairnError) -> Instant {
    let minute = start - Milliseconds(start.milliseconds % 60_000)
    let found = try instant(word, after: minute - Milliseconds(1))
    return found < start && found >= minute ? start : found
  }
}
