public import Cairn
import CairnSQL

/// A book as lists show it.
public struct EntryRow: Sendable, Equatable {
  /// The identity.
  public let id: Identifier<Entry>
  /// The title without its series.
  public let title: String
  /// The series with its number, or nil.
  public let series: String?
  /// Those who wrote it: one name, two, or the first and how many others; nil when unknown.
  public let authors: String?
  /// How the person stands to it.
  public let status: ReadingStatus
  /// The day it came onto the shelf as text, or nil.
  public let added: String?
  /// The page count of the edition that is read.
  public let pages: Int64?
  /// The rating in quarter stars, or nil.
  public let rating: Int64?
  /// Shelves, one a line, or nil.
  public let shelves: String?
  /// The latest reading: started, finished, and where the reader is.
  public let started: String?
  /// The day the latest reading was finished, or nil.
  public let finished: String?
  /// Where the reader is in the latest reading, or nil.
  public let position: Position?

  /// Six characters a person can type.
  public var shortID: ShortID { ShortID(id.record) }
}

/// What a book's sessions add up to.
public struct EntryTotals: Sendable, Equatable {
  /// Sessions that ended.
  public let sessions: Int64
  /// Their running time.
  public let time: Milliseconds
  /// Pages read in them, where known.
  public let pages: Int64
}

enum EntryQuery {
  static func all(
    _ status: ReadingStatus?,
    in connection: any SQLConnection
  ) throws -> [EntryRow] {
    let only: SQL = status.map { "WHERE entry.status = \($0.name)" } ?? ""
    return try connection.all(
      """
      \(fragment: columns) \(fragment: only)
      ORDER BY entry.status, work.folded, entry.id
      """,
      Self.row
    )
  }

  /// Books whose folded title or author holds all of the folded text.
  static func search(_ text: String, in connection: any SQLConnection) throws -> [EntryRow] {
    let pattern = "%\(escaped(folded(text)))%"
    return try connection.all(
      """
      \(fragment: columns)
      WHERE work.folded LIKE \(pattern) ESCAPE '\\' OR EXISTS (
        SELECT 1 FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND author.folded LIKE \(pattern) ESCAPE '\\')
      ORDER BY work.folded, entry.id
      """,
      Self.row
    )
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\%_".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  static func exact(_ title: String, in connection: any SQLConnection) throws -> [EntryRow] {
    try connection.all(
      "\(fragment: columns) WHERE work.folded = \(folded(title)) ORDER BY entry.id",
      Self.row
    )
  }

  static func find(_ id: Identifier<Entry>, in connection: any SQLConnection) throws -> EntryRow? {
    try connection.first("\(fragment: columns) WHERE entry.id = \(id)", Self.row)
  }

  static func find(_ short: ShortID, in connection: any SQLConnection) throws -> [EntryRow] {
    try connection.all("\(fragment: columns) WHERE entry.short = \(short.number)", Self.row)
  }

  static func totals(
    _ id: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> EntryTotals {
    let query: SQL = """
      SELECT count(*), CAST(coalesce(sum(session.active), 0) AS BIGINT),
        CAST(coalesce(sum(session.amount), 0) AS BIGINT)
      FROM reading JOIN session ON session.id = reading.session
      WHERE reading.entry = \(id) AND session.ended_at IS NOT NULL
      """
    return try connection.first(query) { row in
      EntryTotals(
        sessions: try row.integer(0),
        time: Milliseconds(try row.integer(1)),
        pages: try row.integer(2)
      )
    } ?? EntryTotals(sessions: 0, time: .zero, pages: 0)
  }

  private static let columns: SQL = """
    SELECT entry.id, work.title, work.series, work.series_number, entry.status, entry.added,
      edition.pages, entry.rating, entry.shelves, latest.started, latest.finished,
      latest.position,
      (SELECT author.name FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND credit.is_contributor = 0
        ORDER BY credit.position LIMIT 1),
      (SELECT author.name FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND credit.is_contributor = 0
        ORDER BY credit.position LIMIT 1 OFFSET 1),
      (SELECT count(*) FROM credit WHERE credit.work = work.id AND is_contributor = 0)
    FROM entry
    JOIN work ON work.id = entry.work
    LEFT JOIN edition ON edition.id = entry.edition
    LEFT JOIN read_through AS latest ON latest.id = (
      SELECT id FROM read_through WHERE entry = entry.id
      ORDER BY CASE WHEN outcome IS NULL THEN 1 ELSE 0 END DESC,
        coalesce(finished, stopped, started, '') DESC, id DESC
      LIMIT 1)
    """

  private static func row(_ row: any SQLRow) throws -> EntryRow {
    guard let status = ReadingStatus(name: try row.text(4)) else {
      throw RecordTable.malformed("status")
    }
    return EntryRow(
      id: Identifier(try row.id(0)),
      title: try row.text(1),
      series: try Self.series(row.textOrNil(2), row.textOrNil(3)),
      authors: try Self.authors(row.textOrNil(12), row.textOrNil(13), row.integer(14)),
      status: status,
      added: try row.textOrNil(5),
      pages: try row.integerOrNil(6),
      rating: try row.integerOrNil(7),
      shelves: try row.textOrNil(8),
      started: try row.textOrNil(9),
      finished: try row.textOrNil(10),
      position: try row.textOrNil(11).map { try Position(text: $0) }
    )
  }

  /// One name, two names, or the first and how many others (spec/reading.md 1.1).
  private static func authors(_ first: String?, _ second: String?, _ count: Int64) -> String? {
    guard let first, let second else { return first }
    return count == 2 ? "\(first) and \(second)" : "\(first) and \(count - 1) others"
  }

  private static func series(_ name: String?, _ number: String?) -> String? {
    guard let name else { return nil }
    return number.map { "\(name), #\($0)" } ?? name
  }
}
