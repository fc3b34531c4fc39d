import Cairn
import CairnSQL

extension Log {
  /// Returns a version mark of the log that differs after every change, and whether a session is open.
  ///
  /// The sequence number alone can match in a diverged copy, so the mark contains the id of the last mutation, too.
  /// Reads three indexes.
  package func mark() async throws -> (text: String, hasOpenSession: Bool) {
    try await pointRead { connection in
      let sequence = try RecordTable.lastSequence(in: connection)
      let last = try connection.first(
        "SELECT number, id FROM mutation ORDER BY number DESC LIMIT 1"
      ) { "\(try $0.integer(0)) \(try $0.id(1).text)" }
      let open = try connection.first("SELECT 1 FROM session WHERE ended_at IS NULL LIMIT 1") {
        try $0.integer(0)
      }
      return ("\(sequence) \(last ?? "")", open != nil)
    }
  }
}
