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

  /// The lengths of the latest sessions of a kind that ended, newest first.
  public func recentLengths(_ kind: SessionKind, limit: Int = 20) async throws -> [Milliseconds] {
    try await read { connection in
      try connection.all(
        """
        SELECT active FROM session
        WHERE kind = \(kind.name) AND ended_at IS NOT NULL
        ORDER BY started_at DESC LIMIT \(limit)
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
