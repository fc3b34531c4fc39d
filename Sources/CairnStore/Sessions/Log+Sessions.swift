public import Cairn
import CairnSQL

extension Log {
  /// Open sessions of all kinds, the one started last first.
  public func openSessions() async throws -> [SessionRow] {
    try await read { try SessionQuery.open(in: $0) }
  }

  /// Sessions newest first.
  public func sessions(_ filter: SessionFilter) async throws -> [SessionRow] {
    try await read { try SessionQuery.list(filter, in: $0) }
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

  /// What each day holds of a kind, ascending; of all kinds when `kind` is nil.
  ///
  /// Reads the totals that every write keeps up to date; open sessions are not in them.
  public func dayTotals(
    _ kind: SessionKind?,
    in days: ClosedRange<LocalDay>
  ) async throws -> [DayTotalRow] {
    try await read { connection in
      let ofKind: SQL = kind.map { "AND kind = \($0.name)" } ?? ""
      return try connection.all(
        """
        SELECT day, CAST(sum(time) AS BIGINT), CAST(sum(amount) AS BIGINT),
          CAST(sum(sessions) AS BIGINT)
        FROM day_total
        WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound) \(fragment: ofKind)
        GROUP BY day
        ORDER BY day
        """
      ) { row in
        DayTotalRow(
          day: try row.day(0),
          time: Milliseconds(try row.integer(1)),
          amount: try row.integer(2),
          sessions: Int(try row.integer(3))
        )
      }
    }
  }

  /// Sums over ended sessions of a kind listed in a stretch of days, for a pace.
  public func paceSums(
    _ kind: SessionKind,
    in days: ClosedRange<LocalDay>
  ) async throws -> PaceRow {
    try await read { connection in
      let query: SQL = """
        SELECT count(*), CAST(coalesce(sum(CASE WHEN amount > 0 AND active > 0
            THEN 1 ELSE 0 END), 0) AS BIGINT),
          CAST(coalesce(sum(CASE WHEN active > 0 THEN amount END), 0) AS BIGINT),
          CAST(coalesce(sum(CASE WHEN amount > 0 THEN active END), 0) AS BIGINT)
        FROM session
        WHERE kind = \(kind.name) AND ended_at IS NOT NULL
          AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
        """
      return try connection.first(query) { row in
        let counted = Int(try row.integer(1))
        return PaceRow(
          pages: try row.integer(2),
          time: Milliseconds(try row.integer(3)),
          counted: counted,
          excluded: Int(try row.integer(0)) - counted
        )
      } ?? PaceRow(pages: 0, time: .zero, counted: 0, excluded: 0)
    }
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

/// What one civil day holds: a row of the projection `day_total`.
public struct DayTotalRow: Sendable, Equatable {
  /// The day under the person's day edge.
  public let day: LocalDay
  /// The time that ran on that day.
  public let time: Milliseconds
  /// What was done on that day in the unit of the kind.
  public let amount: Int64
  /// Sessions that started on that day.
  public let sessions: Int
}

/// Sums over sessions with pages and time, and how many have none.
public struct PaceRow: Sendable, Equatable {
  /// Pages of the sessions that count.
  public let pages: Int64
  /// Running time of the sessions that count.
  public let time: Milliseconds
  /// Sessions with pages and time.
  public let counted: Int
  /// Sessions without pages or without time.
  public let excluded: Int
}
