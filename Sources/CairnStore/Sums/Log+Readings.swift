public import Cairn
import CairnSQL

/// A reading that was finished.
public struct FinishedRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The title.
  public let title: String
  /// The pages of the edition that is read, when known.
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
  /// The first day with a session of the book, or nil.
  public let firstDay: LocalDay?
  /// What all its sessions add up to.
  public let sums: SumRow
}

/// What one day holds of a book.
public struct BookDayRow: Sendable, Equatable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The day.
  public let day: LocalDay
  /// What it holds.
  public let sums: SumRow
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
        LEFT JOIN edition ON edition.id = entry.edition
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
      let ofEntry: SQL =
        entry.map { "entry.id = \($0)" } ?? "entry.status = \(ReadingStatus.reading.name)"
      return try connection.all(
        """
        SELECT entry.id, work.title, edition.pages, latest.started, latest.position,
          (SELECT min(day) FROM subject_day WHERE subject = entry.id),
          coalesce(total.time, 0), coalesce(total.amount, 0), coalesce(total.sessions, 0),
          coalesce(total.paced, 0), coalesce(total.paced_time, 0), coalesce(total.paced_amount, 0)
        FROM entry
        JOIN work ON work.id = entry.work
        LEFT JOIN edition ON edition.id = entry.edition
        LEFT JOIN subject_total AS total ON total.subject = entry.id
        LEFT JOIN read_through AS latest ON latest.id = (
          SELECT id FROM read_through
          WHERE entry = entry.id AND outcome IS NULL
          ORDER BY id DESC
          LIMIT 1)
        WHERE \(fragment: ofEntry)
        ORDER BY work.folded, entry.id
        """
      ) { row in
        ProgressRow(
          entry: Identifier(try row.id(0)),
          title: try row.text(1),
          pages: try row.integerOrNil(2),
          started: try row.textOrNil(3),
          position: try row.textOrNil(4).map { try Position(text: $0) },
          firstDay: try row.integerOrNil(5).map { LocalDay(number: Int32(truncatingIfNeeded: $0)) },
          sums: try SumRow(row, from: 6)
        )
      }
    }
  }

  /// The last days with pages of each book that is being read, or of one book; ascending.
  public func lastDays(
    _ count: Int,
    of entry: Identifier<Entry>? = nil
  ) async throws -> [BookDayRow] {
    try await read { connection in
      let ofEntry: SQL =
        entry.map { "entry.id = \($0)" } ?? "entry.status = \(ReadingStatus.reading.name)"
      return try connection.all(
        """
        SELECT subject, day, time, amount, sessions, paced, paced_time, paced_amount
        FROM entry
        JOIN subject_day ON subject = entry.id AND day >= coalesce((
          SELECT day FROM subject_day AS later
          WHERE later.subject = entry.id AND later.amount > 0
          ORDER BY day DESC
          LIMIT 1 OFFSET \(max(0, count - 1))), -2147483648)
        WHERE \(fragment: ofEntry) AND amount > 0
        ORDER BY day, subject
        """
      ) { row in
        BookDayRow(
          entry: Identifier(try row.id(0)),
          day: try row.day(1),
          sums: try SumRow(row, from: 2)
        )
      }
    }
  }
}
