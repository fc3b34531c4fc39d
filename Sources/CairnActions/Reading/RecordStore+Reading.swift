public import Cairn

extension RecordStore {
  /// Starts a reading session: marks the book as reading, opens a read-through if needed, starts the timer.
  ///
  /// All in one act (spec/reading.md 2.1). `page` overrides the start position. Throws `reading.not_on_shelf` and the
  /// errors of `Book.page(_:)` and ``start(_:at:zone:adjust:_:)``.
  public func startReading(
    _ id: Identifier<Entry>,
    at start: Instant,
    from page: Int64? = nil,
    zone: String,
    adjust: Bool = false,
    _ rule: (inout Session<Reading>) throws(CairnError) -> Void = { (_) throws(CairnError) in }
  ) throws(CairnError) -> Session<Reading> {
    let (book, reading) = try reading(id, on: try day(at: start, zone: zone))
    title = "Started reading “\(book.work.title)”"
    var detail = Reading(
      entry: id,
      readThrough: reading.id,
      startPosition: reading.position,
      pageCount: book.pages,
      edition: book.edition?.id
    )
    if let page { detail.startPosition = try book.page(page) }
    return try self.start(detail, at: start, zone: zone, adjust: adjust, rule)
  }

  /// Stops a reading session, now unless `time` is given, and moves the bookmark if `position` returns one.
  ///
  /// Validates everything first; on an error the session keeps running. Reaching the last page finishes the book unless
  /// the person turned that off. A book with an ended read-through is unchanged. The session of a deleted book can
  /// still be stopped and keeps its position.
  public func endReading(
    _ id: SessionID,
    position: (Book) throws(CairnError) -> Position?,
    at time: Instant?,
    zone: String,
    allowShort: Bool
  ) throws(CairnError) -> Session<Reading> {
    let running = try session(id, as: Reading.self)
    let book = try existingBook(running.detail.entry)
    let placeholder = try Book(of: running.detail)
    let place = try position(book ?? placeholder)
    let ended = try end(id, as: Reading.self, at: time, zone: zone, allowShort: allowShort) {
      (detail) throws(CairnError) in
      detail.pageCount = book?.pages ?? detail.pageCount
      detail.edition = book?.edition?.id ?? detail.edition
      if let place { try detail.reach(place) }
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
  ) throws(CairnError) {
    let book = try book(id)
    title = "Position in “\(book.work.title)” updated"
    try reach(place, book, today)
    guard let open = try openSession(Reading.kind) else { return }
    let detail = try session(open.id, as: Reading.self).detail
    guard detail.entry == id, detail.readThrough == book.openReading?.id else { return }
    try change(open.id, as: Reading.self) { $0.detail.applyPosition(to: place, before: before) }
  }
}

/// An unusual effect of an added session on the bookmark.
public enum BookmarkOutcome: Sendable, Equatable {
  /// The bookmark moved back from this position.
  case movedBack(from: Position)
  /// The bookmark stays at this position, set by a later session.
  case stays(at: Position)

  package init?(_ old: Position?, _ new: Position, _ pages: Int64?, _ isLatest: Bool) {
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
  /// Creates a placeholder for a deleted book from one of its sessions.
  package init(of reading: Reading) throws(CairnError) {
    let work = try Work(id: Identifier(reading.entry.record), title: "a deleted book")
    var edition = Edition(id: Identifier(reading.entry.record), work: work.id)
    edition.pages = reading.pageCount
    let entry = Entry(id: reading.entry, work: work.id, added: nil)
    self.init(work: work, entry: entry, edition: edition, readThroughs: [])
  }
}
