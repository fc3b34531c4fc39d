public import Cairn
public import CairnSQL

/// The table `reading`: the start and end positions of reading sessions.
public struct ReadingTable: SessionTable {
  /// Creates the projection.
  public init() {}

  /// `reading`.
  public var tables: [ProjectedTable] {
    [
      ProjectedTable(
        "reading",
        rows: "SELECT * FROM reading ORDER BY session",
        empty: "DELETE FROM reading"
      )
    ]
  }

  /// Inserts the row of a reading session.
  public func insert(_ session: Session<Reading>, in connection: any SQLConnection) throws {
    let detail = session.detail
    try connection.run(
      """
      INSERT INTO reading (session, entry, read_through, started_at, start_position, end_position,
        page_count)
      VALUES (\(session.id), \(detail.entry), \(detail.readThrough), \(session.timeline.start),
        \(detail.startPosition?.text), \(detail.endPosition?.text), \(detail.pageCount))
      """
    )
  }

  /// Deletes the row of a reading session.
  public func remove(_ id: SessionID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM reading WHERE session = \(id)")
  }
}
