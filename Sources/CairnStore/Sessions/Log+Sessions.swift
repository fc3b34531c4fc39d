public import Cairn
public import CairnReports

extension Log {
  /// Returns the open sessions of all kinds, last started first.
  public func openSessions() async throws -> [SessionRow] {
    try await read { try SessionQuery.open(in: $0) }
  }

  /// Returns the device on which each session is active, as this device knows it.
  public func activeDevice(
    of sessions: [SessionID]
  ) async throws -> [SessionID: ActiveDevice] {
    try await read { connection in
      var all: [SessionID: ActiveDevice] = [:]
      for id in sessions {
        let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
        all[id] = record?.activeDevice(seenBy: context.node) ?? .here
      }
      return all
    }
  }

  /// Returns sessions, newest first.
  public func sessions(_ filter: SessionFilter) async throws -> [SessionRow] {
    try await read { try SessionQuery.list(filter, in: $0) }
  }

  /// Returns the number of matching sessions with each trait.
  public func counts(_ filter: SessionFilter, of traits: [SessionTrait]) async throws -> [Int] {
    try await read { try SessionQuery.counts(filter, of: traits, in: $0) }
  }

  /// Returns a session, or nil.
  public func session(_ id: SessionID) async throws -> SessionRow? {
    try await read { try SessionQuery.find(id, in: $0) }
  }

  /// Returns a session with the details of its kind, or nil.
  ///
  /// Throws `record.malformed` if the session is of another kind or unreadable for this version.
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

  /// Returns the sessions that a short id matches, rarely more than one.
  public func sessions(short: ShortID) async throws -> [SessionRow] {
    try await read { try SessionQuery.find(short, in: $0) }
  }

  /// Returns the active times of the latest ended sessions of a kind, newest first.
  public func recentLengths(_ kind: SessionKind, limit: Int = 20) async throws -> [Milliseconds] {
    try await read { try SessionQuery.recentLengths(kind, limit: limit, in: $0) }
  }
}
