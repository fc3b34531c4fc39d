public import Cairn
import CairnSQL
public import CairnReports

extension PageCountTotals {
  init(_ row: any SQLRow) throws {
    let pageCount: Int64 = try row["page_count"]
    self.init(pageCount: pageCount > 0 ? pageCount : nil, sums: try SumRow(row))
  }
}

extension Log {
  /// Returns all finished read-throughs, ordered by finish date; undated ones come first.
  public func finishedReadings() async throws -> [FinishedRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT entry.id, work.title, edition.pages, read_through.started, read_through.finished,
          coalesce(read_through.rating, entry.rating) AS rating
        FROM read_through
        JOIN entry ON entry.id = read_through.entry
        JOIN work ON work.id = entry.work
        LEFT JOIN edition ON edition.id =
          coalesce(read_through.edition, entry.first_edition, entry.edition)
        WHERE read_through.outcome = 'finished'
        ORDER BY coalesce(read_through.finished, ''), read_through.id
        """
      ) { row in
        FinishedRow(
          entry: try row["id"],
          title: try row["title"],
          pages: try row["pages"],
          started: try row["started"],
          finished: try row["finished"],
          rating: try row["rating"]
        )
      }
    }
  }

  /// Returns the books in progress, by title, or only one book if `entry` is given.
  public func progress(of entry: Identifier<Entry>? = nil) async throws -> [ProgressRow] {
    try await read { connection in
      let parts = try Dictionary(grouping: Self.parts(of: entry, in: connection), by: \.entry)
      return try connection.all(
        """
        SELECT entry.id, work.title, edition.pages, latest.started, latest.position
        FROM entry
        JOIN work ON work.id = entry.work
        LEFT JOIN edition ON edition.id = entry.edition
        LEFT JOIN read_through AS latest ON latest.id = (\(fragment: Self.openReading))
        WHERE \(fragment: Self.isRead(entry))
        ORDER BY work.folded, entry.id
        """
      ) { row in
        let id: Identifier<Entry> = try row["id"]
        return ProgressRow(
          entry: id,
          title: try row["title"],
          pages: try row["pages"],
          started: try row["started"],
          position: try row.decode("position", Position.init(text:)),
          parts: (parts[id] ?? []).map(\.part)
        )
      }
    }
  }

  private static let openReading: SQL = """
    SELECT id FROM read_through
    WHERE read_through.entry = entry.id AND outcome IS NULL
    ORDER BY id DESC
    LIMIT 1
    """

  private static func isRead(_ entry: Identifier<Entry>?) -> SQL {
    entry.map { "entry.id = \($0)" } ?? "entry.status = \(ReadingStatus.reading.name)"
  }

  /// Returns the totals of each book's open read-through, per page count.
  private static func parts(
    of entry: Identifier<Entry>?,
    in connection: any SQLConnection
  ) throws -> [(entry: Identifier<Entry>, part: PageCountTotals)] {
    try connection.all(
      """
      SELECT entry.id, page_count, \(fragment: SumRow.columns)
      FROM entry
      JOIN subject_total ON subject = entry.id AND read_through = (\(fragment: openReading))
      WHERE \(fragment: isRead(entry))
      GROUP BY entry.id, page_count
      ORDER BY entry.id, page_count
      """
    ) { (try $0["id"], try PageCountTotals($0)) }
  }

  /// Returns the last days with pages of each open read-through, ascending, or only of one book's.
  public func lastDays(
    _ count: Int,
    of entry: Identifier<Entry>? = nil
  ) async throws -> [BookDayRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT subject, day, page_count, \(fragment: SumRow.columns)
        FROM entry
        JOIN read_through AS latest ON latest.id = (\(fragment: Self.openReading))
        JOIN subject_day ON subject = entry.id AND read_through = latest.id
        WHERE \(fragment: Self.isRead(entry)) AND amount > 0
          AND day >= coalesce((
            SELECT DISTINCT day FROM subject_day AS later
            WHERE later.subject = entry.id AND later.read_through = latest.id AND later.amount > 0
            ORDER BY day DESC
            LIMIT 1 OFFSET \(max(0, count - 1))), -2147483648)
        GROUP BY subject, day, page_count
        ORDER BY day, subject, page_count
        """
      ) { row in
        BookDayRow(
          entry: try row["subject"],
          day: try row["day"],
          part: try PageCountTotals(row)
        )
      }
    }
  }

  /// Returns the ended sessions of each open read-through without a page count, or only of one book's.
  package func percentSessions(
    of entry: Identifier<Entry>? = nil
  ) async throws -> [PercentSessionRow] {
    try await read { connection in
      var days: [RecordID: [(day: LocalDay, time: Milliseconds)]] = [:]
      var rows: [(RecordID, Identifier<Entry>, Position?, Position?)] = []
      let query: SQL = """
        SELECT entry.id, reading.session, reading.start_position, reading.end_position,
          session_day.day, session_day.time
        FROM entry
        JOIN reading ON reading.entry = entry.id
          AND reading.read_through = (\(fragment: Self.openReading))
        JOIN session_day ON session_day.session = reading.session
        LEFT JOIN edition ON edition.id = entry.edition
        WHERE \(fragment: Self.isRead(entry)) AND edition.pages IS NULL
        ORDER BY reading.session, session_day.day
        """
      try connection.each(query) { row in
        let session: RecordID = try row["session"]
        if days[session] == nil {
          let start = try row.decode("start_position", Position.init(text:))
          let end = try row.decode("end_position", Position.init(text:))
          rows.append((session, try row["id"], start, end))
        }
        days[session, default: []].append((try row["day"], try row["time"]))
      }
      return rows.map { session, entry, start, end in
        PercentSessionRow(entry: entry, from: start, to: end, days: days[session] ?? [])
      }
    }
  }
}
