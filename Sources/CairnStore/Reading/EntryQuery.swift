package import Cairn
package import CairnReports
package import CairnSQL

/// Queries for books; skips deleted ones.
package enum EntryQuery {
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
  package static func open(limit: Int, in connection: any SQLConnection) throws -> [EntryRow] {
    let ids: [Identifier<Entry>] = try connection.values(
      """
      SELECT entry.id FROM entry JOIN work ON work.id = entry.work
      WHERE entry.status = \(ReadingStatus.reading.name)
      ORDER BY coalesce(
        (SELECT max(day) FROM subject_day WHERE subject = entry.id), -2147483648) DESC,
        work.folded, entry.id
      LIMIT \(limit)
      """
    )
    return try ids.compactMap { try find($0, in: connection) }
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

  static func find(
    _ ids: [Identifier<Entry>],
    in connection: any SQLConnection
  ) throws -> [EntryRow] {
    let list = ids.map { "\($0)" as SQL }.joined(", ")
    return try connection.all(
      "\(fragment: columns) WHERE entry.id IN (\(fragment: list))",
      Self.row
    )
  }

  static func find(_ short: ShortID, in connection: any SQLConnection) throws -> [EntryRow] {
    try connection.all("\(fragment: columns) WHERE entry.short = \(short.number)", Self.row)
  }

  /// Returns the book with a work; nil if there is none.
  package static func id(
    of work: Identifier<Work>,
    in connection: any SQLConnection
  ) throws -> Identifier<Entry>? {
    try connection.value("SELECT id FROM entry WHERE work = \(work) ORDER BY id LIMIT 1")
  }

  /// Returns the authors of a work, in the order of their credits.
  package static func authors(
    of work: Identifier<Work>,
    in connection: any SQLConnection
  ) throws -> [RecordID] {
    try connection.values("SELECT author FROM credit WHERE work = \(work) ORDER BY position")
  }

  static func totals(
    _ id: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> EntryTotals {
    let query: SQL = """
      SELECT CAST(coalesce(sum(sessions), 0) AS BIGINT) AS sessions,
        CAST(coalesce(sum(time), 0) AS BIGINT) AS time, CAST(coalesce(sum(amount), 0) AS BIGINT) AS pages
      FROM subject_total
      WHERE subject = \(id)
      """
    return try connection.first(query) { try EntryTotals($0) } ?? .none
  }

  static let columns: SQL = """
    SELECT entry.id, work.title, work.series, work.series_number, entry.status, entry.added,
      edition.pages, entry.rating, entry.shelves, latest.started, latest.finished,
      latest.position,
      (SELECT author.name FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND credit.is_contributor = 0
        ORDER BY credit.position LIMIT 1) AS first_author,
      (SELECT author.name FROM credit JOIN author ON author.id = credit.author
        WHERE credit.work = work.id AND credit.is_contributor = 0
        ORDER BY credit.position LIMIT 1 OFFSET 1) AS second_author,
      (SELECT count(*) FROM credit WHERE credit.work = work.id AND is_contributor = 0)
        AS authors,
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
    guard let status = ReadingStatus(name: try row["status"]) else {
      throw RecordTable.malformed("status")
    }
    return EntryRow(
      id: try row["id"],
      title: try row["title"],
      series: try Self.series(row["series"], row["series_number"]),
      authors: try Self.authors(row["first_author"], row["second_author"], row["authors"]),
      status: status,
      added: try row["added"],
      pages: try row["pages"],
      rating: try row["rating"],
      shelves: try row["shelves"],
      started: try row["started"],
      finished: try row["finished"],
      position: try row.decode("position", Position.init(text:)),
      tags: try row["tags"],
      isBorrowed: try row["is_borrowed"],
      isbn: try row["isbn"],
      format: try row["format"],
      publisher: try row["publisher"],
      year: try row["year"],
      language: try row["language"],
      firstYear: try row["first_year"],
      reason: try row["reason"],
      notes: try row["notes"],
      review: try row["review"],
      firstAuthor: try row["first_author"]
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

extension EntryTotals {
  /// Reads the columns `sessions`, `time` and `pages`.
  init(_ row: any SQLRow) throws {
    self.init(
      sessions: try row["sessions"],
      time: try row["time"],
      pages: try row["pages"]
    )
  }
}
