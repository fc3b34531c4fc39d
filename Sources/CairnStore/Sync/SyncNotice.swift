package import Cairn
import CairnSQL

/// Why a log and the server it follows are not in sync, as far as a person should know at once.
package struct SyncNotice: Sendable {
  /// Why both cannot agree, in a sentence; nil when nothing is known to be in the way.
  package let problem: String?
  /// How many changes the server refused.
  package let refused: Int
  /// How many changes wait to be sent, and when the first of them was made.
  package let waiting: (count: Int, since: Instant)?

  /// One sentence; nil where all is well.
  ///
  /// `failure` says why the last run failed, and `text` what an instant
  /// is called. What was done less than a minute ago is on its way.
  package func sentence(
    failure: String?,
    at now: Instant,
    _ text: (Instant) -> String
  ) -> String? {
    if let failure { return "The last sync failed. \(Self.beginning(of: failure))." }
    if let problem { return "Not in sync: \(problem)" }
    if refused > 0 {
      return "Not in sync: the server refused \(refused == 1 ? "1 change" : "\(refused) changes")."
    }
    guard let waiting, now - waiting.since >= .minutes(1) else { return nil }
    let changes = waiting.count == 1 ? "1 change waits" : "\(waiting.count) changes wait"
    return "Not in sync: \(changes) to be sent since \(text(waiting.since))."
  }
}

extension SyncNotice {
  /// What went wrong without why, and without the next step: both are a command away.
  private static func beginning(of failure: String) -> String {
    let what = failure.split(separator: ": ", maxSplits: 1).first ?? ""
    let sentence = what.split(separator: ". ", maxSplits: 1).first ?? ""
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}

extension Log {
  /// Why this log and the server it follows are not in sync; nil if it follows none.
  package func syncNotice() async throws -> SyncNotice? {
    try await pointRead { connection in
      guard let place = try SyncTable.place(in: connection) else { return nil }
      let first = try connection.first(
        """
        SELECT count(*), min(at) FROM mutation
        WHERE outbox = 0 AND id NOT IN (SELECT mutation FROM quarantine)
        """
      ) { (Int(try $0.integer(0)), try $0.instantOrNil(1)) }
      let refused = try QuarantineTable.ids(in: connection).count
      return SyncNotice(
        problem: place.problem,
        refused: refused,
        waiting: first.flatMap { first in first.1.map { (first.0, $0) } }
      )
    }
  }
}
