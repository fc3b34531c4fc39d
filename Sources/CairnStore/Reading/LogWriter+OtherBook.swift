public import Cairn

extension LogWriter {
  /// Moves a reading session to another book; its time stays, and its pages count for that book.
  ///
  /// It joins the read-through of its day. It starts at the reader's position in that book, or at `page`, and ends
  /// after the same number of pages, or at `place`; without a page count, the end position stays as entered. A bookmark
  /// set by the session moves back in the old book and forward in the new one. Throws `session.not_found`,
  /// `reading.not_on_shelf`, `reading.page_beyond_end` and `reading.page_before_start`.
  public func moveSession(
    _ id: SessionID,
    to entry: Identifier<Entry>,
    from page: Int64? = nil,
    reaching place: (Book) throws -> Position? = { _ in nil }
  ) throws {
    let before = try session(id, as: Reading.self)
    guard before.detail.entry != entry else {
      return try setPlaces(id, from: page, to: place)
    }
    let old = try row(id).title.map { " of “\($0)”" } ?? ""
    let day = try day(at: before.timeline.start, zone: before.zone)
    let today = try self.day(at: now, zone: before.zone)
    var (book, detail, isLatest) = try detail(in: entry, at: before.timeline.start, day, today)
    if let page { detail.startPosition = try book.page(page) }
    let end = try place(book) ?? same(before.detail, &detail, book)
    if let end { try detail.reach(end) }
    try revertBookmark(before.detail)
    try change(id, as: Reading.self) { $0.detail = detail }
    let last = try lastDay(until: before.timeline.end ?? now, before.zone)
    if let end, isLatest { try reach(end, in: entry, today: max(last, day)) }
    title = "Session\(old) moved to “\(book.work.title)”"
  }

  /// Returns the details of a session that starts at an instant, and whether the bookmark should follow it.
  private func detail(
    in entry: Identifier<Entry>,
    at start: Instant,
    _ day: LocalDay,
    _ today: LocalDay
  ) throws -> (Book, Reading, isLatest: Bool) {
    let known = try book(entry)
    let ended = known.endedReading(of: day, today: today)
    let (book, reading) = try ended.map { (known, $0) } ?? reading(entry, on: day)
    let (place, isLatest) = try place(at: start, in: entry, now: reading.position)
    let detail = Reading(
      entry: entry,
      readThrough: reading.id,
      startPosition: ended == nil ? place : nil,
      pageCount: book.pages,
      edition: book.edition?.id
    )
    return (book, detail, ended == nil && isLatest)
  }

  /// Returns the end after the same number of pages; without a position, sets only the page count.
  private func same(
    _ before: Reading,
    _ detail: inout Reading,
    _ book: Book
  ) throws -> Position? {
    if let pages = before.amount { return try Self.end(&detail, book, pages: pages) }
    return try before.endPosition.map { $0.unit == .page ? try book.page($0.value) : $0 }
  }

  /// Moves the bookmark of a read-through back to the start of a session.
  private func revertBookmark(_ session: Reading) throws {
    guard let end = session.endPosition,
      var reading = try find(ReadThrough.self, session.readThrough.record),
      reading.outcome == nil, reading.position == end
    else { return }
    reading.position = session.startPosition
    try save(reading)
  }
}
