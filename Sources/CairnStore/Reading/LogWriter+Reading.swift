public import Cairn
import CairnSQL

extension LogWriter {
  /// Returns a book with its edition and read-throughs; throws `reading.not_on_shelf`.
  public func book(_ id: Identifier<Entry>) throws -> Book {
    guard let entry = try find(Entry.self, id.record),
      let work = try find(Work.self, entry.work.record)
    else {
      throw CairnError(
        "reading.not_on_shelf",
        "That book is not on the shelf.",
        hint: "Add it first, or restore it if it was deleted."
      )
    }
    let edition = try entry.edition.flatMap { try find(Edition.self, $0.record) }
    let readings = try ReadThroughQuery.all(of: id, in: connection)
    return Book(work: work, entry: entry, edition: edition, readThroughs: readings)
  }

  /// Saves a book with its work, edition and read-throughs.
  public func save(_ book: Book) throws {
    try save(book.work)
    try save(book.entry)
    if let edition = book.edition { try save(edition) }
    for reading in book.readThroughs { try save(reading) }
  }

  /// Returns the calendar day of an instant, by the person's day start hour.
  public func day(at instant: Instant, zone: String) throws -> LocalDay {
    try projection.rules(zone).day(at: instant, dayStartHour: dayStartHour())
  }

  /// Starts a reading session: marks the book as reading, opens a read-through if needed, starts the timer.
  ///
  /// All in one mutation (spec/reading.md 2.1). Throws the errors of ``start(_:at:zone:adjust:)``.
  public func startReading(
    _ id: Identifier<Entry>,
    at start: Instant,
    zone: String,
    adjust: Bool = false
  ) throws -> Session<Reading> {
    let (book, reading) = try reading(id, on: try day(at: start, zone: zone))
    title = "Started reading “\(book.work.title)”"
    let detail = Reading(
      entry: id,
      readThrough: reading.id,
      startPosition: reading.position,
      pageCount: book.pages,
      edition: book.edition?.id
    )
    return try self.start(detail, at: start, zone: zone, adjust: adjust)
  }

  /// Adds a past reading session and moves the bookmark.
  ///
  /// If a later session exists, the new one starts where the one before ended, and the bookmark stays. If the
  /// read-through of its day has ended, it joins that one and leaves the book unchanged; otherwise it joins or opens a
  /// read-through. `from` overrides the start page. Throws `reading.page_before_start`, and the errors of
  /// ``track(_:_:zone:note:adjust:allowShort:)`` and `Book.page(_:)`.
  public func trackReading(
    _ id: Identifier<Entry>,
    _ segments: [Segment],
    zone: String,
    note: String?,
    from first: Int64? = nil,
    pages: Int64?,
    reaching reached: (Book) throws -> Position? = { _ in nil },
    adjust: Bool,
    allowShort: Bool
  ) throws -> Session<Reading> {
    let start = try Timeline(ended: segments).start
    let sessionDay = try day(at: start, zone: zone)
    let known = try book(id)
    let ended = known.endedReading(of: sessionDay, today: try day(at: now, zone: zone))
    let (book, reading) = try ended.map { (known, $0) } ?? reading(id, on: sessionDay)
    title = "Session tracked: “\(book.work.title)”"
    let (place, isLatest) = try place(at: start, in: id, now: reading.position)
    var detail = Reading(
      entry: id,
      readThrough: reading.id,
      startPosition: ended == nil ? place : nil,
      pageCount: book.pages,
      edition: book.edition?.id
    )
    if let first { detail.startPosition = try book.page(first) }
    if let end = try reached(book) ?? Self.end(&detail, book, pages: pages) {
      try detail.reach(end)
      bookmark = ended == nil ? BookmarkOutcome(reading.position, end, book.pages, isLatest) : nil
      let last = try segments.last?.end.map { try lastDay(until: $0, zone) } ?? sessionDay
      if ended == nil && isLatest { try reach(end, book, max(last, sessionDay)) }
    }
    return try track(
      detail,
      segments,
      zone: zone,
      note: note,
      adjust: adjust,
      allowShort: allowShort
    )
  }

  /// Stops a reading session, now unless `time` is given, and moves the bookmark if `position` returns one.
  ///
  /// Validates everything first; on an error the session keeps running. Reaching the last page finishes the book unless
  /// the person turned that off. A book with an ended read-through is unchanged. The session of a deleted book can
  /// still be stopped and keeps its position.
  public func endReading(
    _ id: SessionID,
    position: (Book) throws -> Position?,
    at time: Instant?,
    zone: String,
    allowShort: Bool
  ) throws -> Session<Reading> {
    let running = try session(id, as: Reading.self)
    let book = try existingBook(running.detail.entry)
    let place = try position(book ?? Book(of: running.detail))
    let ended = try change(id, as: Reading.self) { session in
      if let time { try session.timeline.requireEndAfterPause(time) }
      session.detail.pageCount = book?.pages ?? session.detail.pageCount
      session.detail.edition = book?.edition?.id ?? session.detail.edition
      let end = end(of: &session, time)
      try session.end(position: place, at: end, zone: zone, allowShort: allowShort)
    }
    title = book.map { "Session saved: “\($0.work.title)”" } ?? "Reading session saved"
    if let place, let book, !book.hasEnded(ended.detail.readThrough) {
      try reach(place, book, try lastDay(of: ended.timeline, zone))
    }
    return ended
  }

  /// Sets the position in a book, with or without a running session.
  ///
  /// A running session of the book ends there by default, and also starts there if `before` is set. A position before
  /// the session's start moves only the bookmark (spec/reading.md D19).
  public func reach(
    _ place: Position,
    in id: Identifier<Entry>,
    today: LocalDay,
    before: Bool = false
  ) throws {
    let book = try book(id)
    title = "Position in “\(book.work.title)” updated"
    try reach(place, book, today)
    guard let open = try SessionQuery.open(Reading.kind, in: connection) else { return }
    let detail = try session(open.id, as: Reading.self).detail
    guard detail.entry == id, detail.readThrough == book.openReading?.id else { return }
    try change(open.id, as: Reading.self) { $0.detail.applyPosition(to: place, before: before) }
  }

  /// Corrects the start or end position of a reading session; nil keeps one.
  ///
  /// Pages refer to the edition it was read in. If the bookmark is at the session's end, it moves along, so that the
  /// next session counts no page twice. Throws `reading.page_before_start` and the errors of the closure.
  public func setPlaces(
    _ id: SessionID,
    from page: Int64?,
    to place: (Book) throws -> Position?
  ) throws {
    let before = try session(id, as: Reading.self).detail
    let after = try change(id, as: Reading.self) { session in
      let book = try bookAsRead(in: session.detail)
      let end = try place(book)
      if page != nil || end != nil {
        session.detail.pageCount = book.pages ?? session.detail.pageCount
      }
      if let page { session.detail.startPosition = try book.page(page) }
      if let end = end ?? session.detail.endPosition { try session.detail.reach(end) }
    }
    try moveBookmark(from: before, with: after)
    try moveNext(from: before, with: after)
  }

  /// Moves the start of the next session to this session's end if they were the same.
  private func moveNext(from before: Reading, with session: Session<Reading>) throws {
    guard let left = before.endPosition, let end = session.detail.endPosition, end != left,
      let next = try next(after: session),
      try self.session(next, as: Reading.self).detail.startPosition == left
    else { return }
    try change(next, as: Reading.self) { next in
      next.detail.startPosition = end
      // An end before the new start means that the next session reread these pages.
      if let reached = next.detail.endPosition, (try? next.detail.reach(reached)) == nil {
        next.detail.startPosition = left
      }
    }
  }

  private func next(after session: Session<Reading>) throws -> SessionID? {
    let query: SQL = """
      SELECT session FROM reading
      WHERE entry = \(session.detail.entry) AND read_through = \(session.detail.readThrough)
        AND started_at > \(session.timeline.start)
      ORDER BY started_at LIMIT 1
      """
    return try connection.first(query) { SessionID(try $0.id(0)) }
  }

  /// Returns the book with the edition that a session was read in.
  private func bookAsRead(in detail: Reading) throws -> Book {
    var book = try existingBook(detail.entry) ?? Book(of: detail)
    guard let own = detail.edition ?? book.entry.unnamedEdition, own != book.edition?.id else {
      return book
    }
    book.edition = try find(Edition.self, own.record) ?? Book(of: detail).edition
    return book
  }

  private func moveBookmark(from before: Reading, with session: Session<Reading>) throws {
    let left = before.endPosition ?? before.startPosition
    guard let end = session.detail.endPosition, end != before.endPosition,
      let book = try? book(session.detail.entry), book.position == left,
      book.openReading?.id == session.detail.readThrough
    else { return }
    try reach(end, book, try lastDay(of: session.timeline, session.zone))
  }

  /// Returns the day on which a session ended, or today while it is open.
  private func lastDay(of timeline: Timeline, _ zone: String) throws -> LocalDay {
    try lastDay(until: max(timeline.start + Milliseconds(1), timeline.end ?? now), zone)
  }

  /// Returns a book, or nil if it was deleted.
  func existingBook(_ id: Identifier<Entry>) throws -> Book? {
    do {
      return try book(id)
    } catch let error as CairnError where error.code == "reading.not_on_shelf" {
      return nil
    }
  }

  private func reach(_ place: Position, _ book: Book, _ today: LocalDay) throws {
    var book = book
    let finishes = try setting(.autoFinish) == "yes"
    if book.reach(place, finishesAtEnd: finishes, today: today, newID: newReadingID) {
      finished = book.entry.id
    }
    try save(book)
  }

  /// Returns the open read-through of a book, opening one on `today` if there is none.
  func reading(
    _ id: Identifier<Entry>,
    on today: LocalDay
  ) throws -> (Book, ReadThrough) {
    var book = try book(id)
    book.changeStatus(.reading, today: today, newID: newReadingID)
    try save(book)
    guard let reading = book.openReading else {
      throw Fields.malformed("outcome", "open")
    }
    return (book, reading)
  }

  /// Returns the position at an instant, and whether no session of the book started later.
  func place(
    at start: Instant,
    in id: Identifier<Entry>,
    now bookmark: Position?
  ) throws -> (Position?, isLatest: Bool) {
    var filter = SessionFilter(limit: 1)
    filter.entry = id
    guard let last = try SessionQuery.list(filter, in: connection).first,
      last.startedAt > start
    else { return (bookmark, true) }
    filter.before = (start, SessionID(RecordID(high: 0, low: 0)))
    return (try SessionQuery.list(filter, in: connection).first?.endPosition, false)
  }

  /// Returns the end position after a number of pages.
  ///
  /// Without a known start position it stores the page count and returns nil.
  static func end(
    _ detail: inout Reading,
    _ book: Book,
    pages: Int64?
  ) throws -> Position? {
    guard let pages else { return nil }
    try book.require(pages: pages)
    if let start = detail.startPosition?.page(in: book.pages) {
      return try book.page(start + pages)
    }
    detail.pages = try Position.page(pages, of: nil).value
    return nil
  }
}

/// An unusual effect of an added session on the bookmark.
public enum BookmarkOutcome: Sendable, Equatable {
  /// The bookmark moved back from this position.
  case movedBack(from: Position)
  /// The bookmark stays at this position, set by a later session.
  case stays(at: Position)

  fileprivate init?(_ old: Position?, _ new: Position, _ pages: Int64?, _ isLatest: Bool) {
    guard let old else { return nil }
    if !isLatest {
      self = .stays(at: old)
    } else if new.isBefore(old, pages: pages) {
      self = .movedBack(from: old)
    } else {
      return nil
    }
  }
}

extension Book {
  /// A placeholder for a deleted book, built from one of its sessions.
  fileprivate init(of reading: Reading) throws {
    let work = try Work(id: Identifier(reading.entry.record), title: "a deleted book")
    var edition = Edition(id: Identifier(reading.entry.record), work: work.id)
    edition.pages = reading.pageCount
    let entry = Entry(id: reading.entry, work: work.id, added: nil)
    self.init(work: work, entry: entry, edition: edition, readThroughs: [])
  }
}
