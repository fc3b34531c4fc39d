import Cairn
import CairnSQL

/// The external identity of a log: its id, its responses to idempotent requests, and its remote deletions.
///
/// Devices do not sync these, so a migration must copy them.
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
  /// Returns the external identity of this log.
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

  /// Gives this log the external identity of the log that it was copied from.
  ///
  /// It keeps its own epoch, so devices that followed the other log run one full comparison.
  package func takeIdentity(_ identity: LogIdentity) async throws {
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
