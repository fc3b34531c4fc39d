import Cairn
import CairnReports
import CairnStore

/// A session named on the command line by `last`, `@2`, its short ID or its full ID.
enum SessionReference {
  /// The description in help.
  static let help = "The id, last, or @2 for the second newest."

  /// Finds the session; throws `session.not_found` or `usage.ambiguous`.
  static func find(_ word: String, in log: Log) async throws -> SessionRow {
    if let count = count(word) {
      let rows = try await log.sessions(SessionFilter(limit: count))
      guard rows.count == count, let row = rows.last else { throw missing(word) }
      return row
    }
    if let short = ShortID(text: word) {
      return try only(await log.sessions(short: short), word)
    }
    guard let id = RecordID(text: word), let row = try await log.session(SessionID(id)) else {
      throw missing(word)
    }
    return row
  }

  private static func count(_ word: String) -> Int? {
    if word == "last" { return 1 }
    guard word.hasPrefix("@"), let count = Int(word.dropFirst()), (1...10_000).contains(count)
    else { return nil }
    return count
  }

  private static func only(_ rows: [SessionRow], _ word: String) throws(CairnError) -> SessionRow {
    guard let first = rows.first else { throw missing(word) }
    guard rows.count > 1 else { return first }
    let ids = rows.map(\.id.record.text).joined(separator: ", ")
    throw .ambiguous(word, rows.count, "sessions", ids: ids)
  }

  private static func missing(_ word: String) -> CairnError {
    CairnError(
      "session.not_found",
      word == "last" || word == "@1" ? "No sessions yet." : "There is no session “\(word)”.",
      hint: word == "last" || word == "@1"
        ? "Start one with `cairn start`." : "`cairn log` lists sessions with their ids."
    )
  }
}
