import Cairn
import CairnSQL
public import CairnReports

extension Log {
  /// Returns the sessions that overlap another of their kind, latest first.
  ///
  /// A device rejects overlaps, but a sync accepts the sessions of every device. Both count until a person corrects one
  /// (docs/sync.md). `latest` limits the search to that many newest sessions, so that the cost does not grow with the
  /// log.
  public func overlaps(among latest: Int64? = nil) async throws -> [SessionOverlap] {
    try await read { connection in
      try (connection.values(Self.overlapCandidates(latest)) as [SessionID]).compactMap {
        id in
        guard let row = try SessionQuery.find(id, in: connection) else { return nil }
        let others = try SessionQuery.overlapping(row.timeline, row.kind, in: connection)
        let earlier = others.first {
          ($0.startedAt, $0.id) < (row.startedAt, row.id) && $0.overlaps(row)
        }
        return earlier.map { SessionOverlap(session: row, other: $0) }
      }
    }
  }

  /// Returns a query for sessions that start before an earlier one of their kind ends; one may fill the other's pause.
  private static func overlapCandidates(_ latest: Int64?) -> SQL {
    """
    SELECT id FROM (
      SELECT id, started_at, max(ended_at) OVER (
        PARTITION BY kind ORDER BY started_at, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS known_until
      FROM (
        SELECT id, kind, started_at, ended_at FROM session
        WHERE ended_at IS NOT NULL AND (kind <> 'listening' OR source IS NULL)
        ORDER BY started_at DESC, id DESC LIMIT \(latest ?? .max)
      ) AS ended
    ) AS spans WHERE started_at < known_until ORDER BY started_at DESC, id
    """
  }
}
