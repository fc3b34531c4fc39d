import Cairn

extension OfflineLog {
  /// Returns a book with its edition and readings; throws `reading.not_on_shelf`.
  func book(_ id: Identifier<Entry>) throws(CairnError) -> Book {
    guard let entry = try find(Entry.self, id.record),
      let work = try find(Work.self, entry.work.record)
    else {
      throw CairnError(
        "reading.not_on_shelf",
        "That book is not on the shelf.",
        hint: "Add it first, or restore it if it was deleted."
      )
    }
    let edition = try entry.edition.map { (id) throws(CairnError) in
      try find(Edition.self, id.record)
    }
    return Book(
      work: work,
      entry: entry,
      edition: edition ?? nil,
      readThroughs: readings(of: id)
    )
  }

  /// Returns the readings of a book, oldest first.
  private func readings(of id: Identifier<Entry>) -> [ReadThrough] {
    all(ReadThrough.self).filter { $0.entry == id }.sorted { $0.precedes($1) }
  }

  /// Saves all records of a book.
  private mutating func save(_ book: Book) {
    save(book.work)
    save(book.entry)
    if let edition = book.edition { save(edition) }
    for reading in book.readThroughs { save(reading) }
  }

  /// Starts to read a known book, or a new one by title.
  ///
  /// Throws `reading.not_on_shelf`, `reading.title_missing`, `reading.title_too_long` and the errors of
  /// ``start(_:_:)``.
  mutating func startReading(_ action: OfflineAction) throws(CairnError) {
    let today = day(at: now, zone: zones.own.name)
    let id =
      action.text("book") == nil ? try addBook(action, today) : Identifier(try action.id("book"))
    var book = try book(id)
    book.changeStatus(.reading, today: today, newID: ids.nextReading)
    save(book)
    guard let reading = book.openReading else { throw Fields.malformed("outcome", "open") }
    title = "Started reading “\(book.work.title)”"
    let detail = Reading(
      entry: id,
      readThrough: reading.id,
      startPosition: reading.position,
      pageCount: book.pages,
      edition: book.edition?.id
    )
    try start(detail, action)
  }

  /// Returns the one known book with the title, else a new one.
  private mutating func addBook(
    _ action: OfflineAction,
    _ today: LocalDay
  ) throws(CairnError) -> Identifier<Entry> {
    let work = try Work(id: ids.next(of: Work.self), title: action.text("title") ?? "")
    let named = all(Work.self).filter { folded($0.title) == folded(work.title) }
    if named.count == 1, let entry = all(Entry.self).first(where: { $0.work == named[0].id }) {
      return entry.id
    }
    let entry = Entry(id: ids.next(of: Entry.self), work: work.id, added: today)
    save(work)
    save(entry)
    return entry.id
  }

  /// Stops a reading session and moves the bookmark, as `LogWriter.endReading` does.
  ///
  /// Throws `reading.page_before_start`, `reading.page_beyond_end` and the errors of
  /// ``stop(_:as:_:_:)``; the session continues then.
  mutating func stopReading(_ id: RecordID, _ action: OfflineAction) throws(CairnError) {
    let running = try session(id, as: Reading.self)
    let book = try? book(running.detail.entry)
    let page = try action.number("page")
    let place: Position? = try page.map { (page) throws(CairnError) in
      guard let book else { return try Position.page(page, of: running.detail.pageCount) }
      return try book.page(page)
    }
    try stop(id, as: Reading.self, action) { (detail) throws(CairnError) in
      detail.pageCount = book?.pages ?? detail.pageCount
      detail.edition = book?.edition?.id ?? detail.edition
      if let place { try detail.reach(place) }
    }
    title = book.map { "Session saved: “\($0.work.title)”" } ?? "Reading session saved"
    guard let place, let book, !book.hasEnded(running.detail.readThrough) else { return }
    let ended = try session(id, as: Reading.self)
    reach(place, book, lastDay(of: ended.timeline, zone: zones.own.name))
  }

  /// Updates the current page of a book; throws as ``Book/page(_:)``.
  ///
  /// An open session of the book catches up to that page.
  mutating func updatePage(_ action: OfflineAction) throws(CairnError) {
    let book = try book(Identifier(try action.id("book")))
    guard let page = try action.number("page") else {
      throw CairnError("request.field", "“page” takes a number.", hint: "")
    }
    let place = try book.page(page)
    title = "Position in “\(book.work.title)” updated"
    reach(place, book, day(at: now, zone: zones.own.name))
    guard let open = open(Reading.kind) else { return }
    var session = try session(open.id.record, as: Reading.self)
    guard session.detail.entry == book.entry.id,
      session.detail.readThrough == (try self.book(book.entry.id)).openReading?.id
    else { return }
    session.detail.applyPosition(to: place, before: false)
    save(session)
  }

  private mutating func reach(_ place: Position, _ book: Book, _ today: LocalDay) {
    var book = book
    let finishes = (setting("autoFinish") ?? "yes") == "yes"
    book.reach(place, finishesAtEnd: finishes, today: today, newID: ids.nextReading)
    save(book)
  }
}
