import Cairn
import CairnSQL

/// What changed in a log since one of its states.
package struct LogChanges: Sendable, Equatable {
  /// The state the log is in now; it grows with every change.
  package let state: Int64
  /// The kinds of things that changed, by name; none when nothing did.
  package let kinds: [String]
}

extension Log {
  /// What changed since a state, in whichever program; since now when no state is given.
  ///
  /// Costs a look at the newest record, and one at each that changed.
  package func changes(since state: Int64?) async throws -> LogChanges {
    let known = context.projector.projections.map(\.kind.name)
    return try await read { connection in
      let now = try RecordTable.lastSequence(in: connection)
      guard let state, state != now else { return LogChanges(state: now, kinds: []) }
      // What was forgotten since cannot be told by what is there, nor can another log's state.
      guard state < now, try state >= DeviceTable.forgotten(in: connection) else {
        let all = Set(try RecordTable.kinds(in: connection).map(\.name) + known)
        return LogChanges(state: now, kinds: all.sorted())
      }
      let kinds = try connection.all(
        "SELECT DISTINCT kind FROM record WHERE seq > \(state) ORDER BY kind"
      ) { try $0.text(0) }
      return LogChanges(state: now, kinds: kinds)
    }
  }
}
