import Cairn
import CairnSQL

/// The tables `work` and `credit`.
struct WorkProjection: Projection {
  let kind = Work.recordKind
  let tables = [
    ProjectedTable("work", rows: "SELECT * FROM work ORDER BY id", empty: "DELETE FROM work"),
    ProjectedTable(
      "credit",
      rows: "SELECT * FROM credit ORDER BY work, position",
      empty: "DELETE FROM credit"
    ),
    SearchWords.table,
  ]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let work = try Work(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      INSERT INTO work (id, title, folded, series, series_number, first_year)
      VALUES (\(work.id), \(work.title), \(folded(work.title)), \(work.series),
        \(work.seriesNumber), \(work.firstYear))
      """
    )
    try SearchWords.add(work.title, .title, record.id, in: context.connection)
    try SearchWords.add(work.series, .series, record.id, in: context.connection)
    for (position, credit) in work.credits.enumerated() {
      try context.connection.run(
        """
        INSERT INTO credit (work, position, author, is_contributor)
        VALUES (\(work.id), \(position), \(credit.author), \(credit.isContributor))
        """
      )
    }
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWords.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM credit WHERE work = \(record.id)")
    try context.connection.run("DELETE FROM work WHERE id = \(record.id)")
  }
}

/// The table `author`.
struct AuthorProjection: Projection {
  let kind = Author.recordKind
  let tables = [
    ProjectedTable(
      "author",
      rows: "SELECT * FROM author ORDER BY id",
      empty: "DELETE FROM author"
    )
  ]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let author = try Author(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      INSERT INTO author (id, name, folded)
      VALUES (\(author.id), \(author.name), \(folded(author.name)))
      """
    )
    try SearchWords.add(author.name, .author, record.id, in: context.connection)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWords.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM author WHERE id = \(record.id)")
  }
}

/// The table `edition`.
struct EditionProjection: Projection {
  let kind = Edition.recordKind
  let tables = [
    ProjectedTable(
      "edition",
      rows: "SELECT * FROM edition ORDER BY id",
      empty: "DELETE FROM edition"
    )
  ]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let edition = try Edition(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      INSERT INTO edition (id, work, isbn, pages, format, publisher, year, language)
      VALUES (\(edition.id), \(edition.work), \(edition.isbn), \(edition.pages),
        \(edition.format), \(edition.publisher), \(edition.year), \(edition.language))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try context.connection.run("DELETE FROM edition WHERE id = \(record.id)")
  }
}

/// The table `read_through`.
struct ReadThroughProjection: Projection {
  let kind = ReadThrough.recordKind
  let tables = [
    ProjectedTable(
      "read_through",
      rows: "SELECT * FROM read_through ORDER BY id",
      empty: "DELETE FROM read_through"
    )
  ]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let reading = try ReadThrough(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      INSERT INTO read_through (id, entry, started, finished, stopped, outcome, reason, rating,
        position)
      VALUES (\(reading.id), \(reading.entry), \(reading.started?.text),
        \(reading.finished?.text), \(reading.stopped?.text), \(reading.outcome?.name),
        \(reading.reason), \(reading.rating), \(reading.position?.text))
      """
    )
    try SearchWords.add(reading.reason, .reason, record.id, in: context.connection)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWords.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM read_through WHERE id = \(record.id)")
  }
}
