public import Cairn

extension RecordStore {
  /// Returns a book with its edition and read-throughs; throws `reading.not_on_shelf`.
  public func book(_ id: Identifier<Entry>) throws(CairnError) -> Book {
    guard let book = try existingBook(id) else { throw .notOnShelf }
    return book
  }

  /// Returns a book, or nil if it was deleted.
  package func existingBook(_ id: Identifier<Entry>) throws(CairnError) -> Book? {
    guard let entry = try find(Entry.self, id.record),
      let work = try find(Work.self, entry.work.record)
    else { return nil }
    var edition: Edition?
    if let id = entry.edition { edition = try find(Edition.self, id.record) }
    return Book(
      work: work,
      entry: entry,
      edition: edition,
      readThroughs: try readThroughs(of: id)
    )
  }

  /// Saves a book with its work, edition and read-throughs.
  public func save(_ book: Book) throws(CairnError) {
    try save(book.work)
    try save(book.entry)
    if let edition = book.edition { try save(edition) }
    for reading in book.readThroughs { try save(reading) }
  }

  /// Returns the calendar day of an instant, by the person's day start hour.
  public func day(at instant: Instant, zone: String) throws(CairnError) -> LocalDay {
    try rules(zone).day(at: instant, dayStartHour: dayStartHour())
  }

  /// Returns the hour at which days start.
  package func dayStartHour() throws(CairnError) -> Int64 {
    Int64(try setting(.dayStartHour)) ?? 0
  }

  /// Returns the day on which a session ended, or today while it is open.
  package func lastDay(of timeline: Timeline, _ zone: String) throws(CairnError) -> LocalDay {
    try lastDay(until: max(timeline.start + Milliseconds(1), timeline.end ?? now), zone)
  }

  /// Returns the day of the last millisecond before an instant.
  package func lastDay(until end: Instant, _ zone: String) throws(CairnError) -> LocalDay {
    try day(at: end - Milliseconds(1), zone: zone)
  }

  /// Returns the id of a reading that a book starts automatically.
  package func newReadingID() -> RecordID { newID(of: ReadThrough.self).record }

  /// Returns the open read-through of a book, opening one on `today` if there is none.
  package func reading(
    _ id: Identifier<Entry>,
    on today: LocalDay
  ) throws(CairnError) -> (Book, ReadThrough) {
    var book = try book(id)
    book.changeStatus(.reading, today: today, newID: newReadingID)
    try save(book)
    guard let reading = book.openReading else { throw Fields.malformed("outcome", "open") }
    return (book, reading)
  }

  /// Moves the bookmark of a book; reaching the last page finishes it unless the person turned that off.
  package func reach(
    _ place: Position,
    _ book: Book,
    _ today: LocalDay
  ) throws(CairnError) {
    var book = book
    let finishes = try setting(.autoFinish) == "yes"
    if book.reach(place, finishesAtEnd: finishes, today: today, newID: newReadingID) {
      effects.finished = book.entry.id
    }
    try save(book)
  }
}

extension CairnError {
  /// The error for an unknown book: `reading.not_on_shelf`.
  package static var notOnShelf: CairnError {
    CairnError(
      "reading.not_on_shelf",
      "That book is not on the shelf.",
      hint: "Add it first, or restore it if it was deleted."
    )
  }
}
