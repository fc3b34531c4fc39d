package import Cairn
import CairnSQL

extension Log {
  /// Returns a version token of the log that differs after every change, whether a session is open,
  /// and the clock style.
  ///
  /// The sequence number alone can match in a diverged copy, so the token contains the id of the last mutation, too.
  /// Reads three indexes.
  package func versionToken() async throws -> (
    text: String, hasOpenSession: Bool, clockStyle: ClockStyle
  ) {
    try await pointRead { connection in
      let sequence = try RecordTable.lastSequence(in: connection)
      let last = try connection.first(
        "SELECT number, id FROM mutation ORDER BY number DESC LIMIT 1"
      ) { "\(try $0["number"] as Int64) \((try $0["id"] as RecordID).text)" }
      let (isOpen, style) =
        try connection.first(
          """
          SELECT EXISTS (SELECT 1 FROM session WHERE ended_at IS NULL) AS is_open,
            (SELECT value FROM setting WHERE name = \(Setting.clockStyle.name)) AS style
          """
        ) { (try $0["is_open"] as Bool, try $0["style"] as String?) } ?? (false, nil)
      let clockStyle = style.flatMap { ClockStyle(name: $0) } ?? .twentyFourHours
      return ("\(sequence) \(last ?? "")", isOpen, clockStyle)
    }
  }
}
