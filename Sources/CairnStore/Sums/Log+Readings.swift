public import Cairn
import CairnSQL

/// A reading that was finished.
public struct FinishedRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The title.
  public let title: String
  /// The pages of the edition it was finished in, when known.
  public let pages: Int64?
  /// When it was started, as it is known: `2026-01-05`, `2026-01`, `2026`; or nil.
  public let started: String?
  /// When it was finished, likewise.
  public let finished: String?
  /// The rating of the reading, else of the book, in quarter stars; or nil.
  public let rating: Int64?
}

/// A book that is being read, with what tells how long it will take.
public struct ProgressRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The title.
  public let title: String
  /// The pages of the edition, when known.
  public let pages: Int64?
  /// When the open reading was started, as it is known.
  public let started: String?
  /// Where the reader is in it.
  public let position: Position?
  /// What the sessions of that reading add up to, by the page count they were counted with.
  public internal(set) var parts: [PartRow] = []
}

/// What sessions add up to that counted pages of so many.
public struct PartRow: Sendable, Equatable {
  /// The page count; nil when it was not known.
  public let whole: Int64?
  /// What they add up to.
  public let sums: SumRow

  init(_ row: any SQLRow, from column: Int) throws {
    let whole = try row.integer(column)
    self.whole = whole > 0 ? whole : nil
    sums = try SumRow(row, from: column + 1)
  }
}

/// What one day holds of the reading of a book that is open.
public struct BookDayRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The day.
  public let day: LocalDay
  /// What it holds, by the page count it was counted with.
  public let part: PartRow
}

extension Log {
  /// All readings that were finished, those without a day first, then by day.
  public func finishedReadings() async throws -> [FinishedRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT entry.id, work.title, edition.pages, read_through.started, read_through.finished,
          coalesce(read_through.rating, entry.rating)
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
          entry: Identifier(try row.id(0)),
          title: try row.text(1),
          pages: try row.integerOrNil(2),
          started: try row.textOrNil(3),
          finished: try row.textOrNil(4),
          rating: try row.integerOrNil(5)
        )
      }
    }
  }

  /// Books with an open reading, by title; one book when `entry` is given.
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
        let id = Identifier<Entry>(try row.id(0))
        return ProgressRow(
          entry: id,
          title: try row.text(1),
          pages: try row.integerOrNil(2),
          started: try row.textOrNil(3),
          position: try row.textOrNil(4).map { try Position(text: $0) },
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

  /// What the open reading of each book adds up to, page count by page count.
  private static func parts(
    of entry: Identifier<Entry>?,
    in connection: any SQLConnection
  ) throws -> [(entry: Identifier<Entry>, part: PartRow)] {
    try connection.all(
      """
      SELECT entry.id, page_count, \(fragment: SumRow.columns)
      FROM entry
      JOIN subject_total ON subject = entry.id AND read_through = (\(fragment: openReading))
      WHERE \(fragment: isRead(entry))
      GROUP BY entry.id, page_count
      ORDER BY entry.id, page_count
      """
    ) { (Identifier(try $0.id(0)), try PartRow($0, from: 1)) }
  }

  /// The last days with pages of the open reading of each book that is being read, or of one book;
  /// ascending.
  public func lastDays(
    _ count: Int,
    of entry: Identifier<Entry>? = nil
  ) async throws -> [BookDayRow] {
    try await read { connection in
      try connection.all(
        """
        SELECT subject, day, page_count, \(fragment: SumRow.columns)
        FROM entry
        JOIN subject_day ON subject = entry.id AND read_through = (\(fragment: Self.openReading))
          AND day >= coalesce((
            SELECT DISTINCT day FROM subject_day AS later
            WHERE later.subject = entry.id AND later.read_through = subject_day.read_through AND later.amount > 0
            ORDER BY day DESC
            LIMIT 1 OFFSET \(max(0, count - 1))), -2147483648)
        WHERE \(fragment: Self.isRead(entry)) AND amount > 0
        GROUP BY subject, day, page_count
        ORDER BY day, subject, page_count
        """
      ) { row in
        BookDayRow(
          entry: Identifier(try row.id(0)),
          day: try row.day(1),
          part: try PartRow(row, from: 2)
        )
      }
    }
  }
}
