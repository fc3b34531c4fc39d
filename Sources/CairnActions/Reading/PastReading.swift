import Cairn

/// A session to add to the read-through of its day.
struct PastReading {
  /// The book, with the read-through.
  let book: Book
  /// The details, which start at the position at that time.
  var detail: Reading
  /// The bookmark of the read-through.
  let bookmark: Position?
  /// Whether the read-through is open; otherwise the session leaves the book unchanged.
  let isOpen: Bool
  /// Whether no session of the book started later.
  let isLatest: Bool

  /// Whether the bookmark follows the session.
  var movesBookmark: Bool { isOpen && isLatest }
}

extension RecordStore {
  /// Returns the details of a session that starts at an instant on `day`.
  ///
  /// If a later session exists, the new one starts where the one before ended. If the read-through of the day has
  /// ended, it joins that one; otherwise it joins or opens a read-through.
  func pastReading(
    of id: Identifier<Entry>,
    at start: Instant,
    on day: LocalDay,
    zone: String
  ) throws(CairnError) -> PastReading {
    let known = try book(id)
    if let ended = known.endedReading(of: day, today: try self.day(at: now, zone: zone)) {
      return PastReading(known, ended, startPosition: nil, isOpen: false, isLatest: false)
    }
    let (book, reading) = try reading(id, on: day)
    let (position, isLatest) = try position(at: start, in: id, bookmark: reading.position)
    return PastReading(book, reading, startPosition: position, isOpen: true, isLatest: isLatest)
  }

  /// Returns the position at an instant, and whether no session of the book started later.
  private func position(
    at start: Instant,
    in id: Identifier<Entry>,
    bookmark: Position?
  ) throws(CairnError) -> (Position?, isLatest: Bool) {
    guard let last = try lastReading(of: id, before: nil),
      try session(last, as: Reading.self).timeline.start > start
    else { return (bookmark, true) }
    guard let before = try lastReading(of: id, before: start) else { return (nil, false) }
    return (try session(before, as: Reading.self).detail.endPosition, false)
  }

  /// Moves the bookmark to the end of an added session, unless a later one set it.
  func moveBookmark(
    to end: Position,
    after past: PastReading,
    on day: LocalDay
  ) throws(CairnError) {
    guard past.isOpen else { return }
    effects.bookmark = BookmarkOutcome(past.bookmark, end, past.book.pages, past.isLatest)
    if past.isLatest { try reach(end, past.book, day) }
  }
}

extension PastReading {
  fileprivate init(
    _ book: Book,
    _ reading: ReadThrough,
    startPosition: Position?,
    isOpen: Bool,
    isLatest: Bool
  ) {
    (self.book, bookmark, self.isOpen, self.isLatest) = (book, reading.position, isOpen, isLatest)
    detail = Reading(
      entry: book.entry.id,
      readThrough: reading.id,
      startPosition: startPosition,
      pageCount: book.pages,
      edition: book.edition?.id
    )
  }
}

extension Reading {
  /// Returns the end position after a number of pages.
  ///
  /// Without a known start position it stores the page count and returns nil.
  mutating func end(after pages: Int64?, in book: Book) throws(CairnError) -> Position? {
    guard let pages else { return nil }
    try book.require(pages: pages)
    if let start = startPosition?.page(in: book.pages) { return try book.page(start + pages) }
    self.pages = try Position.page(pages, of: nil).value
    return nil
  }
}
