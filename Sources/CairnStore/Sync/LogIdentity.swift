import Cairn
import CairnSQL

/// What makes a log the same one to those outside: its id, what it answered to requests by name, and what
/// it tells of that another device deleted.
///
/// None is part of what devices tell each other, so a log that is moved has to take it over.
package struct LogIdentity: Sendable {
  fileprivate let log: RecordID
  fileprivate let answers: [Answer]
  fileprivate let removals: [RemoteDeletion]

  fileprivate struct Answer {
    let line: RecordID
    let request: String
    let text: String
  }
}

extension Log {
  /// What makes this log the same one to those outside.
  package func identity() async throws -> LogIdentity {
    try await read { connection in
      LogIdentity(
        log: try SyncTable.ownLog(in: connection),
        answers: try connection.all(
          "SELECT id, request, answer FROM mutation WHERE request IS NOT NULL ORDER BY number"
        ) { row in
          .init(line: try row.id(0), request: try row.text(1), text: try row.text(2))
        },
        removals: try RemoteDeletionTable.rows(in: connection)
      )
    }
  }

  /// Makes this log the same one as that whose records and lines it holds.
  ///
  /// Its timeline stays another, so whoever followed that log compares everything once.
  package func assume(_ identity: LogIdentity) async throws {
    try await write("Sync") { writer in
      try writer.connection.run("UPDATE device SET log = \(identity.log)")
      for answer in identity.answers {
        try writer.connection.run(
          """
          UPDATE mutation SET request = \(answer.request), answer = \(answer.text)
          WHERE id = \(answer.line)
          """
        )
      }
      try RemoteDeletionTable.add(identity.removals, in: writer.connection)
    }
  }
}
