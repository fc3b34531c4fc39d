package import Cairn
package import CairnStore

/// The reasons why a log is not in sync with its server, for display.
package struct SyncNotice: Sendable {
  /// Whether the log follows a server at all.
  package let hasServer: Bool
  /// The reason why they cannot agree, or what cannot be read, in a sentence; nil if none is known.
  package let problem: String?
  /// The number of changes that the server rejected.
  package let refused: Int
  /// The number of changes waiting to be sent, and when the oldest was made.
  package let waiting: (count: Int, since: Instant)?

  /// Returns one sentence; nil if there is no problem.
  ///
  /// `failure` is the error of the last run, and `text` formats an instant. Changes less than a minute old count as
  /// being sent.
  package func sentence(
    failure: String?,
    at now: Instant,
    _ text: (Instant) -> String
  ) -> String? {
    if let failure { return "The last sync failed. \(Self.beginning(of: failure))." }
    if let problem { return hasServer ? "Not in sync: \(problem)" : problem }
    if refused > 0 {
      return "Not in sync: the server rejected \(refused == 1 ? "1 change" : "\(refused) changes")."
    }
    guard let waiting, now - waiting.since >= .minutes(1) else { return nil }
    let changes = waiting.count == 1 ? "1 change" : "\(waiting.count) changes"
    return "Not in sync: \(changes) waiting since \(text(waiting.since))."
  }
}

extension SyncNotice {
  /// Returns the failure without its cause or the next step, which another command shows.
  private static func beginning(of failure: String) -> String {
    let what = failure.split(separator: ": ", maxSplits: 1).first ?? ""
    let sentence = what.split(separator: ". ", maxSplits: 1).first ?? ""
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}

extension Log {
  /// Returns what cannot be read, and why this log is not in sync; nil if it follows no server and is readable.
  package func syncNotice() async throws -> SyncNotice? {
    try await pointRead { connection in
      guard let cursor = try SyncTable.cursor(in: connection) else {
        return try UnreadableTable.problem(in: connection).map {
          SyncNotice(hasServer: false, problem: $0, refused: 0, waiting: nil)
        }
      }
      return SyncNotice(
        hasServer: true,
        problem: cursor.problem,
        refused: try QuarantineTable.ids(in: connection).count,
        waiting: try OutboxTable.waiting(in: connection)
      )
    }
  }
}
