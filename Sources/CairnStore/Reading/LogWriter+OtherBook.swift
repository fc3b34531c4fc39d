public import Cairn

extension LogWriter {
  /// Moves a reading session to another book: its time stays, its pages and totals go along.
  ///
  /// It becomes part of the reading of its day, as when it is tracked, and begins where the reader
  /// was in that book, unless `page` says where. As many pages are read as before, unless `place`
  /// says where it ended; where they are not known, the place stays as typed. A bookmark that lies
  /// where the session left it goes back in the old book, and on in the new one. Throws
  /// `session.not_found`, `reading.not_on_shelf`, `reading.page_beyond_end` and
  /// `reading.page_before_start`.
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
    try takeBackBookmark(before.detail)
    try change(id, as: Reading.self) { $0.detail = detail }
    let last = try lastDay(until: before.timeline.end ?? now, before.zone)
    if let end, isLatest { try reach(end, in: entry, today: max(last, day)) }
    title = "Move a session\(old) to “\(book.work.title)”"
  }

  /// What a session of a book holds that begins at a moment, and whether the bookmark follows it.
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

  /// Where a session ends that reads as much of another book; its pages when that is no place.
  private func same(
    _ before: Reading,
    _ detail: inout Reading,
    _ book: Book
  ) throws -> Position? {
    if let pages = before.amount { return try Self.end(&detail, book, pages: pages) }
    return try before.endPosition.map { $0.unit == .page ? try book.page($0.value) : $0 }
  }

  /// Puts the bookmark of a reading back to where a session of it began.
  private func takeBackBookmark(_ session: Reading) throws {
    guard let end = session.endPosition,
      var reading = try find(ReadThrough.self, session.readThrough.record),
      reading.outcome == nil, reading.position == end
    else { return }
    reading.position = session.startPosition
    try save(reading)
  }
}
