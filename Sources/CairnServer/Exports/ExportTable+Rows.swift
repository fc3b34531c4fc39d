import Cairn
import CairnExchange
import CairnStore

extension ExportTable {
  /// The rows of ``books``, as reading them back keeps them.
  static func rows(_ shelved: [ShelvedBook]) throws -> Set<String> {
    guard !shelved.isEmpty else { return [] }
    var table = books
    for book in shelved { table.add(book) }
    return Set(try AnyListImport.parse(table.bytes).library.books.map(\.raw))
  }

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
      latest?.started?.text, latest?.finished?.text, latest?.stopped?.text, String(finished),
      entry.review, entry.notes,
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

  mutating func add(_ edition: Edition, of shelved: ShelvedBook) {
    let entry = shelved.book.entry
    add([
      edition.id.record.text, entry.id.record.text, shelved.book.work.title,
      entry.edition == edition.id ? "yes" : "no", edition.isbn, edition.unverifiedISBN,
      edition.format, edition.publisher, text(edition.pages), text(edition.year), edition.language,
    ])
  }

  mutating func add(_ row: SessionRow, _ origin: SessionOrigin?) {
    let segments = row.timeline.segments.map { "\($0.start.text)/\($0.end?.text ?? "")" }
    add([
      row.id.record.text, row.kind.name, origin?.entry?.record.text, origin?.reading?.record.text,
      row.title, row.startedAt.text, row.endedAt?.text, row.zone, row.endZone, row.day.text,
      String(row.active.count),
      segments.joined(separator: " "), text(row.amount), row.startPosition?.text,
      row.endPosition?.text, text(row.sitting.moodBefore), text(row.sitting.moodAfter),
      row.sitting.place, row.note, row.source,
    ])
  }

  mutating func add(_ pause: Pause, of row: SessionRow) {
    add([
      row.id.record.text, pause.start.text, pause.end?.text, text(pause.length?.count),
      pause.reason,
    ])
  }

  mutating func add(_ goal: Goal) {
    add([goal.measure.name, goal.cadence.name, goal.from.text, text(goal.target)])
  }

  mutating func add(_ dose: StreakDose) {
    add([dose.cadence.name, dose.from.text, dose.dose.text])
  }

  mutating func add(_ day: LocalDay) { add([day.text]) }

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
