import Cairn
import CairnExchange
import CairnStore
import Glibc

extension Log {
  /// Writes a CSV file for each table into a folder, all or none; gives what to tell.
  ///
  /// Throws `storage.file_exists` when one of them is there, and `storage.cannot_write`.
  func writeTables(to folder: String, _ surroundings: Surroundings) async throws -> String {
    let tables = try await tables()
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Files.cannotWrite(folder) }
    var sinks: [ExportSink] = []
    do {
      for table in tables {
        sinks.append(try ExportSink("\(folder)/\(table.name).csv", surroundings.output))
      }
      for (sink, table) in zip(sinks, tables) { try sink.write(table.bytes) }
    } catch {
      for sink in sinks { sink.discard() }
      throw error
    }
    for sink in sinks { try sink.finish() }
    let counts = tables.map { "\($0.rows.count) in \($0.name).csv" }
    return "Exported rows: \(counts.joined(separator: ", "))."
  }

  private func tables() async throws -> [ExportTable] {
    let books = try await shelvedBooks()
    let rows = try await sessions(SessionFilter(limit: .max)).reversed()
    let origins = try await sessionOrigins()
    var passages = ExportTable.passages
    for row in try await self.passages() { passages.add(row) }
    var days = ExportTable.days
    for kind in Set(rows.map(\.kind.name)).sorted() {
      let all = LocalDay(number: .min)...LocalDay(number: .max)
      for day in try await dayTotals(SessionKind(kind), in: all) { days.add(day, kind) }
    }
    var (shelf, readings, sessions) = (
      ExportTable.books, ExportTable.readings, ExportTable.sessions
    )
    for book in books {
      shelf.add(book)
      for reading in book.book.readThroughs { readings.add(reading, of: book) }
    }
    for row in rows { sessions.add(row, of: origins[row.id]?.entry) }
    return [shelf, readings, sessions, days, passages]
  }
}

/// A table for people and their spreadsheets.
struct ExportTable {
  let name: String
  let columns: [String]
  private(set) var rows: [[String]] = []

  private init(_ name: String, _ columns: String) {
    self.name = name
    self.columns = columns.split(separator: " ").map(String.init)
  }

  var bytes: [UInt8] {
    var writer = CSVWriter()
    writer.row(columns)
    for row in rows { writer.row(row) }
    return writer.bytes
  }

  private mutating func add(_ cells: [String?]) { rows.append(cells.map { $0 ?? "" }) }
}

extension ExportTable {
  /// `cairn import csv` recognises all of its columns but the ids and `contributors`.
  static let books = ExportTable(
    "books",
    "id title authors contributors series number isbn unverified_isbn format publisher pages "
      + "edition_year year status rating added borrowed shelves tags started finished reads review notes "
      + "source"
  )
  static let readings = ExportTable(
    "readings",
    "id book_id title started finished stopped outcome reason rating position"
  )
  static let sessions = ExportTable(
    "sessions",
    "id kind book_id title started ended zone end_zone day active_ms segments pages "
      + "start_position end_position mood_before mood_after place note source"
  )
  static let days = ExportTable("days", "day kind time_ms sessions amount")
  static let passages = ExportTable(
    "passages",
    "id book_id title form text page location made source"
  )

  mutating func add(_ shelved: ShelvedBook) {
    let (book, entry, edition) = (shelved.book, shelved.book.entry, shelved.book.edition)
    let work = book.work
    let latest = book.readThroughs.last
    let finished = book.readThroughs.count { $0.outcome == .finished }
    let made: [String?] = [
      entry.id.record.text, work.title, shelved.authors.joined(separator: "; "),
      shelved.contributors.joined(separator: "; "), work.series, work.seriesNumber, edition?.isbn,
      edition?.unverifiedISBN, edition?.format, edition?.publisher, text(edition?.pages),
      text(edition?.year), text(work.firstYear),
    ]
    let mine: [String?] = [
      entry.status.label, stars(entry.rating), entry.added?.text, entry.isBorrowed ? "yes" : "no",
      entry.shelves.joined(separator: ", "), entry.tags.joined(separator: ", "),
      latest?.started?.text, latest?.ended?.text, String(finished), entry.review, entry.notes,
      entry.source,
    ]
    add(made + mine)
  }

  mutating func add(_ reading: ReadThrough, of shelved: ShelvedBook) {
    add([
      reading.id.record.text, reading.entry.record.text, shelved.book.work.title,
      reading.started?.text, reading.finished?.text, reading.stopped?.text, reading.outcome?.name,
      reading.reason, stars(reading.rating), reading.position?.text,
    ])
  }

  mutating func add(_ row: SessionRow, of entry: Identifier<Entry>?) {
    let segments = row.timeline.segments.map { "\($0.start.text)/\($0.end?.text ?? "")" }
    add([
      row.id.record.text, row.kind.name, entry?.record.text, row.title, row.startedAt.text,
      row.endedAt?.text, row.zone, row.endZone, row.day.text, String(row.active.count),
      segments.joined(separator: " "), text(row.amount), row.startPosition?.text,
      row.endPosition?.text, text(row.sitting.moodBefore), text(row.sitting.moodAfter),
      row.sitting.place, row.note, row.source,
    ])
  }

  mutating func add(_ row: PassageRow) {
    let passage = row.passage
    add([
      passage.id.record.text, passage.entry.record.text, row.title, passage.form.name,
      passage.text, text(passage.page), text(passage.location), passage.made?.text, passage.source,
    ])
  }

  mutating func add(_ day: DayTotalRow, _ kind: String) {
    add([
      day.day.text, kind, String(day.time.count), String(day.sessions), String(day.amount),
    ])
  }

  private func text(_ number: Int64?) -> String? { number.map { String($0) } }
}
