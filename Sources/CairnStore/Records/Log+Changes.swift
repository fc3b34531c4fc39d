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
    try await read { connection in
      let now = try RecordTable.lastSequence(in: connection)
      guard let state, state != now else { return LogChanges(state: now, kinds: []) }
      // An import that was undone leaves no record: then the log is behind, and anything changed.
      let known = state < now ? state : 0
      let kinds = try connection.all(
        "SELECT DISTINCT kind FROM record WHERE seq > \(known) ORDER BY kind"
      ) { try $0.text(0) }
      return LogChanges(state: now, kinds: kinds)
    }
  }
}
