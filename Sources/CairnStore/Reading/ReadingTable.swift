public import Cairn
public import CairnSQL

/// The table `reading`: the start and end positions of reading sessions.
public struct ReadingTable: SessionTable {
  /// Creates the projection.
  public init() {}

  /// The names and units of the kind.
  public var module: KindModule { .reading }

  /// `reading`.
  public var tables: [SQLTable] { [.reading] }

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

enum ReadingQuery {
  /// Returns the latest session of a book, or the latest that started before an instant; nil if there is none.
  static func last(
    of book: Identifier<Entry>,
    before start: Instant?,
    in connection: any SQLConnection
  ) throws -> SessionID? {
    let query: SQL = """
      SELECT session FROM reading
      WHERE entry = \(book) AND started_at < \(start ?? .limit + .hours(48))
      ORDER BY started_at DESC, session DESC LIMIT 1
      """
    return try connection.value(query)
  }

  /// Returns the next session of the same read-through; nil if there is none.
  static func next(
    after session: Session<Reading>,
    in connection: any SQLConnection
  ) throws -> SessionID? {
    let query: SQL = """
      SELECT session FROM reading
      WHERE entry = \(session.detail.entry) AND read_through = \(session.detail.readThrough)
        AND started_at > \(session.timeline.start)
      ORDER BY started_at LIMIT 1
      """
    return try connection.value(query)
  }
}
