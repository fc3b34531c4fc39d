package import Cairn
import CairnSQL

extension Log {
  /// Returns a version mark of the log that differs after every change, whether a session is open,
  /// and the clock style.
  ///
  /// The sequence number alone can match in a diverged copy, so the mark contains the id of the last mutation, too.
  /// Reads three indexes.
  package func mark() async throws -> (
    text: String, hasOpenSession: Bool, clockStyle: ClockStyle
  ) {
    try await pointRead { connection in
      let sequence = try RecordTable.lastSequence(in: connection)
      let last = try connection.first(
        "SELECT number, id FROM mutation ORDER BY number DESC LIMIT 1"
      ) { "\(try $0.integer(0)) \(try $0.id(1).text)" }
      let (isOpen, style) =
        try connection.first(
          """
          SELECT (SELECT 1 FROM session WHERE ended_at IS NULL LIMIT 1),
            (SELECT value FROM setting WHERE name = \(Setting.clockStyle.name))
          """
        ) { (try $0.integerOrNil(0) != nil, try $0.textOrNil(1)) } ?? (false, nil)
      let clockStyle = style.flatMap { ClockStyle(name: $0) } ?? .twentyFourHours
      return ("\(sequence) \(last ?? "")", isOpen, clockStyle)
    }
  }
}
