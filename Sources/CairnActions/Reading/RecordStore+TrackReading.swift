public import Cairn

extension RecordStore {
  /// Adds a past reading session and moves the bookmark.
  ///
  /// If a later session exists, the new one starts where the one before ended, and the bookmark stays. If the
  /// read-through of its day has ended, it joins that one and leaves the book unchanged; otherwise it joins or opens a
  /// read-through. `first` overrides the start page. Throws `reading.page_before_start`, and the errors of
  /// ``track(_:_:zone:note:adjust:allowShort:)`` and `Book.page(_:)`.
  public func trackReading(
    _ id: Identifier<Entry>,
    _ segments: [Segment],
    zone: String,
    note: String?,
    from first: Int64? = nil,
    pages: Int64?,
    reaching position: (Book) throws(CairnError) -> Position? = { (_) throws(CairnError) in nil },
    adjust: Bool,
    allowShort: Bool
  ) throws(CairnError) -> Session<Reading> {
    let timeline = try Timeline(ended: segments)
    let day = try day(at: timeline.start, zone: zone)
    var past = try pastReading(of: id, at: timeline.start, on: day, zone: zone)
    title = "Session tracked: “\(past.book.work.title)”"
    if let first { past.detail.startPosition = try past.book.page(first) }
    var end = try position(past.book)
    if end == nil { end = try past.detail.end(after: pages, in: past.book) }
    if let end {
      try past.detail.reach(end)
      try moveBookmark(to: end, after: past, on: max(day, lastDay(of: timeline, zone)))
    }
    return try track(
      past.detail,
      segments,
      zone: zone,
      note: note,
      adjust: adjust,
      allowShort: allowShort
    )
  }

  /// Moves a reading session to another book; its time stays, and its pages count for that book.
  ///
  /// It joins the read-through of its day. It starts at the reader's position in that book, or at `page`, and ends
  /// after the same number of pages, or at `position`; without a page count, the end position stays as entered. A
  /// bookmark set by the session moves back in the old book and forward in the new one. Throws `session.not_found`,
  /// `reading.not_on_shelf`, `reading.page_beyond_end` and `reading.page_before_start`.
  public func moveSession(
    _ id: SessionID,
    to entry: Identifier<Entry>,
    from page: Int64? = nil,
    reaching position: (Book) throws(CairnError) -> Position? = { (_) throws(CairnError) in nil }
  ) throws(CairnError) {
    let before = try session(id, as: Reading.self)
    guard before.detail.entry != entry else {
      return try setPlaces(id, from: page, to: position)
    }
    let (timeline, zone) = (before.timeline, before.zone)
    let old = try requireSummary(of: id).ofTitle
    let day = try day(at: timeline.start, zone: zone)
    var past = try pastReading(of: entry, at: timeline.start, on: day, zone: zone)
    if let page { past.detail.startPosition = try past.book.page(page) }
    var end = try position(past.book)
    if end == nil { end = try past.detail.end(like: before.detail, in: past.book) }
    if let end { try past.detail.reach(end) }
    try revertBookmark(before.detail)
    try change(id, as: Reading.self) { $0.detail = past.detail }
    if let end, past.movesBookmark {
      try reach(end, in: entry, today: max(lastDay(of: timeline, zone), day))
    }
    title = "Session\(old) moved to “\(past.book.work.title)”"
  }

  /// Moves the bookmark of a read-through back to the start of a session.
  private func revertBookmark(_ session: Reading) throws(CairnError) {
    guard let end = session.endPosition,
      var reading = try find(ReadThrough.self, session.readThrough.record),
      reading.outcome == nil, reading.position == end
    else { return }
    reading.position = session.startPosition
    try save(reading)
  }
}

extension Reading {
  /// Returns the end after as many pages as another session; without a position, sets only the page count.
  fileprivate mutating func end(like other: Reading, in book: Book) throws(CairnError) -> Position?
  {
    if let pages = other.amount { return try end(after: pages, in: book) }
    guard let end = other.endPosition else { return nil }
    return end.unit == .page ? try book.page(end.value) : end
  }
}
