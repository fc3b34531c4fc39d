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

/// Queries for the sessions of books.
package enum ReadingQuery {
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

  /// Returns the end positions of earlier sessions of the same read-through.
  package static func ends(
    before session: Session<Reading>,
    in connection: any SQLConnection
  ) throws -> [Position] {
    let query: SQL = """
      SELECT end_position FROM reading
      WHERE entry = \(session.detail.entry) AND read_through = \(session.detail.readThrough)
        AND started_at < \(session.timeline.start) AND end_position IS NOT NULL
      """
    return try (connection.values(query) as [String]).map { try Position(text: $0) }
  }

  /// Returns the sessions of a read-through that start at the position of one of them, in order.
  package static func sessions(
    startingAlike detail: Reading,
    in connection: any SQLConnection
  ) throws -> [RecordID] {
    let query: SQL = """
      SELECT session FROM reading WHERE entry = \(detail.entry)
        AND read_through = \(detail.readThrough) AND start_position = \(detail.startPosition?.text)
      ORDER BY started_at, session
      """
    return try connection.values(query)
  }

  /// Returns whether a book has sessions, read-throughs or annotations.
  package static func isInUse(
    _ book: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> Bool {
    let query: SQL = """
      SELECT EXISTS (SELECT 1 FROM reading WHERE entry = \(book))
        OR EXISTS (SELECT 1 FROM read_through WHERE entry = \(book))
        OR EXISTS (SELECT 1 FROM annotation WHERE entry = \(book))
      """
    return try (connection.value(query) as Int64?) == 1
  }
}
