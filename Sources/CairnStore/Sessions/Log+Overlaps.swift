import Cairn
import CairnSQL

/// Two sessions of one kind that hold the same time: devices recorded both without knowing of each other.
public struct SessionOverlap: Sendable, Equatable {
  /// The one that began later.
  public let session: SessionRow
  /// Another one that runs at its time.
  public let other: SessionRow
}

extension SessionRow {
  /// Whether both are of one kind, have ended and ran at the same time.
  ///
  /// What players tell of themselves holds no time.
  package func holdsTime(of other: SessionRow) -> Bool {
    let areTold = kind == Listening.kind && (source != nil || other.source != nil)
    return kind == other.kind && !areTold && timeline.overlaps(other.timeline, now: .limit)
  }
}

extension Log {
  /// The sessions whose time another one of their kind holds as well, the latest first.
  ///
  /// No rule lets one in; a sync takes what each device has, and both are counted until a person says which is
  /// right (docs/sync.md). With `latest`, only so many of the newest sessions are searched, so that the cost
  /// does not grow with the log.
  public func overlaps(among latest: Int64? = nil) async throws -> [SessionOverlap] {
    try await read { connection in
      try connection.all(Self.suspects(latest), { SessionID(try $0.id(0)) }).compactMap { id in
        guard let row = try SessionQuery.find(id, in: connection) else { return nil }
        let others = try SessionQuery.overlapping(row.timeline, row.kind, in: connection)
        let earlier = others.first {
          ($0.startedAt, $0.id) < (row.startedAt, row.id) && $0.holdsTime(of: row)
        }
        return earlier.map { SessionOverlap(session: row, other: $0) }
      }
    }
  }

  /// Those that begin before an earlier one of their kind has ended, in a pause of that perhaps.
  private static func suspects(_ latest: Int64?) -> SQL {
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
