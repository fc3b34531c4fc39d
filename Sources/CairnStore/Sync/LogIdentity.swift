import Cairn
import CairnSQL

/// The external identity of a log: its id, its responses to idempotent requests, and its remote deletions.
///
/// Devices do not sync these, so a migration must copy them.
package struct LogIdentity: Sendable {
  fileprivate let log: RecordID
  fileprivate let responses: [StoredResponse]
  fileprivate let removals: [RemoteDeletion]

  fileprivate struct StoredResponse {
    let mutation: RecordID
    let request: String
    let text: String
  }
}

extension Log {
  /// Returns the external identity of this log.
  package func identity() async throws -> LogIdentity {
    try await read { connection in
      LogIdentity(
        log: try SyncTable.localLog(in: connection),
        responses: try connection.all(
          "SELECT id, request, response FROM mutation WHERE request IS NOT NULL ORDER BY number"
        ) { row in
          .init(mutation: try row["id"], request: try row["request"], text: try row["response"])
        },
        removals: try RemoteDeletionTable.rows(in: connection)
      )
    }
  }

  /// Gives this log the external identity of the log that it was copied from.
  ///
  /// It keeps its own epoch, so devices that followed the other log run one full comparison.
  package func adoptIdentity(_ identity: LogIdentity) async throws {
    try await write("Sync") { writer in
      try writer.connection.run("UPDATE device SET log = \(identity.log)")
      for response in identity.responses {
        try writer.connection.run(
          """
          UPDATE mutation SET request = \(response.request), response = \(response.text)
          WHERE id = \(response.mutation)
          """
        )
      }
      try RemoteDeletionTable.add(identity.removals, in: writer.connection)
    }
  }
}
