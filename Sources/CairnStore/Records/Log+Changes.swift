import Cairn
import CairnSQL

/// The changes of a log after one of its states.
package struct LogChanges: Sendable, Equatable {
  /// The current state, which grows with every change.
  package let state: Int64
  /// The names of the record kinds that changed; empty if nothing did.
  package let kinds: [String]
}

extension Log {
  /// Returns the changes after a state, by any process; none if no state is given.
  ///
  /// Reads the newest record and those that changed.
  package func changes(since state: Int64?) async throws -> LogChanges {
    let known = context.projector.projections.map(\.kind.name)
    return try await read { connection in
      let now = try RecordTable.lastSequence(in: connection)
      guard let state, state != now else { return LogChanges(state: now, kinds: []) }
      // Purged records leave no trace of their kind, and the state of another log is not comparable.
      guard state < now, try state >= DeviceTable.lastPurgedSequence(in: connection) else {
        let all = Set(try RecordTable.kinds(in: connection).map(\.name) + known)
        return LogChanges(state: now, kinds: all.sorted())
      }
      let kinds: [String] = try connection.values(
        "SELECT DISTINCT kind FROM record WHERE seq > \(state) ORDER BY kind"
      )
      return LogChanges(state: now, kinds: kinds)
    }
  }
}
