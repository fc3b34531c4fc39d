public import Cairn
import CairnSQL

extension Log {
  /// Open sessions of all kinds, the one started last first.
  public func openSessions() async throws -> [SessionRow] {
    try await read { try SessionQuery.open(in: $0) }
  }

  /// On which device each of some sessions goes on, as this one sees it.
  public func whereabouts(
    of sessions: [SessionID]
  ) async throws -> [SessionID: ActiveDevice] {
    try await read { connection in
      var all: [SessionID: ActiveDevice] = [:]
      for id in sessions {
        let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
        all[id] = record?.whereabouts(seenBy: context.node) ?? .here
      }
      return all
    }
  }

  /// Sessions newest first.
  public func sessions(_ filter: SessionFilter) async throws -> [SessionRow] {
    try await read { try SessionQuery.list(filter, in: $0) }
  }

  /// How many sessions a filter lets through of each of some traits.
  public func counts(_ filter: SessionFilter, of traits: [SessionTrait]) async throws -> [Int] {
    try await read { try SessionQuery.counts(filter, of: traits, in: $0) }
  }

  /// One session, or nil.
  public func session(_ id: SessionID) async throws -> SessionRow? {
    try await read { try SessionQuery.find(id, in: $0) }
  }

  /// One session with the detail of its kind, or nil.
  ///
  /// Throws `record.malformed` for a session of another kind, or one this version cannot read.
  public func session<Detail>(
    _ id: SessionID,
    as detail: Detail.Type
  ) async throws -> Session<Detail>? {
    try await read { connection in
      guard let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection),
        record.deletion == nil
      else { return nil }
      return try Session<Detail>(recordID: record.id, fields: record.fields)
    }
  }

  /// The sessions a short id can mean: hardly ever more than one.
  public func sessions(short: ShortID) async throws -> [SessionRow] {
    try await read { try SessionQuery.find(short, in: $0) }
  }

  /// The lengths of the latest sessions of a kind that ended, newest first.
  public func recentLengths(_ kind: SessionKind, limit: Int = 20) async throws -> [Milliseconds] {
    try await read { connection in
      try connection.all(
        """
        SELECT active FROM session
        WHERE kind = \(kind.name) AND ended_at IS NOT NULL
        ORDER BY started_at DESC, id DESC LIMIT \(limit)
        """
      ) { Milliseconds(try $0.integer(0)) }
    }
  }
}
