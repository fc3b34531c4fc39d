import Cairn
import CairnSQL

/// The tables `work` and `credit`.
struct WorkProjection: EntityProjection {
  let tables: [SQLTable] = [.work, .credit, .searchWord]

  func insert(_ work: Work, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO work (id, title, folded, series, series_number, first_year)
      VALUES (\(work.id), \(work.title), \(indexed(folded(work.title))), \(work.series),
        \(work.seriesNumber), \(work.firstYear))
      """
    )
    try SearchWordTable.add(work.title, .title, work.recordID, in: context.connection)
    try SearchWordTable.add(work.series, .series, work.recordID, in: context.connection)
    try FactTable.insert(work.facts, of: work.recordID, in: context.connection)
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
    try SearchWordTable.remove(record.id, in: context.connection)
    try FactTable.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM credit WHERE work = \(record.id)")
    try context.connection.run("DELETE FROM work WHERE id = \(record.id)")
  }
}

/// The tables `author` and `fact`; `fact` also contains the facts of works.
struct AuthorProjection: EntityProjection {
  let tables: [SQLTable] = [.author, .fact]

  func insert(_ author: Author, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO author (id, name, folded)
      VALUES (\(author.id), \(author.name), \(indexed(folded(author.name))))
      """
    )
    try SearchWordTable.add(author.name, .author, author.recordID, in: context.connection)
    try FactTable.insert(author.facts, of: author.recordID, in: context.connection)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWordTable.remove(record.id, in: context.connection)
    try FactTable.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM author WHERE id = \(record.id)")
  }
}

/// The table `edition`.
struct EditionProjection: EntityProjection {
  let tables: [SQLTable] = [.edition]

  func insert(_ edition: Edition, in context: ProjectionContext) throws {
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
struct ReadThroughProjection: EntityProjection {
  let tables: [SQLTable] = [.readThrough]

  func insert(_ reading: ReadThrough, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO read_through (id, entry, started, finished, stopped, outcome, reason, rating,
        position, edition)
      VALUES (\(reading.id), \(reading.entry), \(reading.started?.text),
        \(reading.finished?.text), \(reading.stopped?.text), \(reading.outcome?.name),
        \(reading.reason), \(reading.rating), \(reading.position?.text), \(reading.edition))
      """
    )
    try SearchWordTable.add(reading.reason, .reason, reading.recordID, in: context.connection)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWordTable.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM read_through WHERE id = \(record.id)")
  }
}
