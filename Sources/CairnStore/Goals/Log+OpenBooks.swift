import Cairn
import CairnSQL
public import CairnReports

extension Log {
  /// Returns the books in progress, with the time of their last recorded activity.
  ///
  /// Runs one query for the books, then reads one record per open read-through; there are few.
  public func openBooks() async throws -> [OpenBookRow] {
    try await read { connection in
      try connection.all(Self.openBooks, Self.openBook).map { row in
        var row = row
        row.progressStamp = try Self.progressStamp(row.reading, in: connection)
        return row
      }
    }
  }

  /// The cross join makes SQLite start from the few open sessions rather than from all sessions of a book.
  private static let openBooks: SQL = """
    SELECT entry.id, work.title, read_through.id AS reading, read_through.started,
      CASE WHEN read_through.started IS NULL THEN (
        SELECT min(session.day) FROM reading
        JOIN session ON session.id = reading.session
        WHERE reading.entry = entry.id AND reading.read_through = read_through.id) END AS first_session,
      (SELECT max(day) FROM subject_day WHERE subject = entry.id) AS last_day,
      (SELECT max(session.day) FROM session CROSS JOIN reading
        WHERE reading.session = session.id AND session.ended_at IS NULL
          AND reading.entry = entry.id) AS open_day
    FROM entry
    JOIN work ON work.id = entry.work
    JOIN read_through ON read_through.entry = entry.id AND read_through.outcome IS NULL
    WHERE entry.status = \(ReadingStatus.reading.name)
    ORDER BY work.folded, entry.id, read_through.id
    """

  private static func openBook(_ row: any SQLRow) throws -> OpenBookRow {
    OpenBookRow(
      id: try row["id"],
      title: try row["title"],
      reading: try row["reading"],
      started: try row["started"],
      firstSession: try row["first_session"],
      lastSession: try ([row["last_day"], row["open_day"]] as [LocalDay?]).compactMap(\.self).max()
    )
  }

  /// Returns when the position was last set, by any device: the stamp of the field.
  private static func progressStamp(
    _ reading: Identifier<ReadThrough>,
    in connection: any SQLConnection
  ) throws -> Instant? {
    let record = try RecordTable.find(ReadThrough.recordKind, reading.record, in: connection)
    guard record?.fields["position"] != .null else { return nil }
    let stamp = record?.stamp(of: "position")
    return stamp.map { Instant(milliseconds: Int64($0.time >> 16)) }
  }
}
