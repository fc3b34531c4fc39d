import Cairn
import CairnSQL

enum EntryQuery {
  /// Returns books with a title or author that contains the text, case-folded.
  static func search(_ text: String, in connection: any SQLConnection) throws -> [EntryRow] {
    let pattern = "%\(escaped(folded(text)))%"
    return try connection.all(
      """
      \(fragment: columns)
      WHERE work.folded LIKE \(pattern) ESCAPE '!' OR EXISTS (
        SELECT 1 FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND author.folded LIKE \(pattern) ESCAPE '!')
      ORDER BY work.folded, entry.id
      """,
      Self.row
    )
  }

  /// Returns the books in progress, last read first.
  static func open(limit: Int, in connection: any SQLConnection) throws -> [EntryRow] {
    let ids = try connection.all(
      """
      SELECT entry.id FROM entry JOIN work ON work.id = entry.work
      WHERE entry.status = \(ReadingStatus.reading.name)
      ORDER BY coalesce(
        (SELECT max(day) FROM subject_day WHERE subject = entry.id), -2147483648) DESC,
        work.folded, entry.id
      LIMIT \(limit)
      """
    ) { Identifier<Entry>(try $0.id(0)) }
    return try ids.compactMap { try find($0, in: connection) }
  }

  /// Returns the titles of the books of the last 60 sessions and of the 30 books added last.
  static func recentTitles(in connection: any SQLConnection) throws -> [String] {
    try connection.all(
      """
      SELECT work.title FROM entry JOIN work ON work.id = entry.work
      WHERE entry.id IN (
        SELECT entry FROM (
          SELECT reading.entry FROM session CROSS JOIN reading
          WHERE reading.session = session.id
          ORDER BY session.started_at DESC, session.id DESC
          LIMIT 60) AS latest
        UNION
        SELECT id FROM (SELECT id FROM entry ORDER BY id DESC LIMIT 30) AS newest)
      ORDER BY work.folded, entry.id
      """
    ) { try $0.text(0) }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "!%_".contains(character) { result.append("!") }
      result.append(character)
    }
  }

  static func exact(_ title: String, in connection: any SQLConnection) throws -> [EntryRow] {
    try connection.all(
      "\(fragment: columns) WHERE work.folded = \(indexed(folded(title))) ORDER BY entry.id",
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
      SELECT CAST(coalesce(sum(sessions), 0) AS BIGINT), CAST(coalesce(sum(time), 0) AS BIGINT),
        CAST(coalesce(sum(amount), 0) AS BIGINT)
      FROM subject_total
      WHERE subject = \(id)
      """
    return try connection.first(query) { row in
      EntryTotals(
        sessions: try row.integer(0),
        time: Milliseconds(try row.integer(1)),
        pages: try row.integer(2)
      )
    } ?? .none
  }

  static let columns: SQL = """
    SELECT entry.id, work.title, work.series, work.series_number, entry.status, entry.added,
      edition.pages, entry.rating, entry.shelves, latest.started, latest.finished,
      latest.position,
      (SELECT author.name FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND credit.is_contributor = 0
        ORDER BY credit.position LIMIT 1),
      (SELECT author.name FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND credit.is_contributor = 0
        ORDER BY credit.position LIMIT 1 OFFSET 1),
      (SELECT count(*) FROM credit WHERE credit.work = work.id AND is_contributor = 0),
      entry.tags, entry.is_borrowed, edition.isbn, edition.format, edition.publisher,
      edition.year, edition.language, work.first_year, latest.reason, entry.notes, entry.review
    FROM entry
    JOIN work ON work.id = entry.work
    LEFT JOIN edition ON edition.id = entry.edition
    LEFT JOIN read_through AS latest ON latest.id = (
      SELECT id FROM read_through WHERE entry = entry.id
      ORDER BY CASE WHEN outcome IS NULL THEN 1 ELSE 0 END DESC,
        coalesce(finished, stopped, started, '') DESC, id DESC
      LIMIT 1)
    """

  static func row(_ row: any SQLRow) throws -> EntryRow {
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
      position: try row.textOrNil(11).map { try Position(text: $0) },
      tags: try row.textOrNil(15),
      isBorrowed: try row.integer(16) == 1,
      isbn: try row.textOrNil(17),
      format: try row.textOrNil(18),
      publisher: try row.textOrNil(19),
      year: try row.integerOrNil(20),
      language: try row.textOrNil(21),
      firstYear: try row.integerOrNil(22),
      reason: try row.textOrNil(23),
      notes: try row.textOrNil(24),
      review: try row.textOrNil(25),
      firstAuthor: try row.textOrNil(12)
    )
  }

  /// Returns one name, two names, or the first with the number of others (spec/reading.md 1.1).
  private static func authors(_ first: String?, _ second: String?, _ count: Int64) -> String? {
    guard let first, let second else { return first }
    return count == 2 ? "\(first) and \(second)" : "\(first) and \(count - 1) others"
  }

  private static func series(_ name: String?, _ number: String?) -> String? {
    guard let name else { return nil }
    return number.map { "\(name), #\($0)" } ?? name
  }
}
