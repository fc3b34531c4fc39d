/// What a reading session records beside its time.
public struct Reading: SessionDetail {
  /// `reading`.
  public static let kind = SessionKind("reading")
  /// The entry that is read.
  public var entry: Identifier<Entry>
  /// The reading of it that this session belongs to.
  public var readThrough: Identifier<ReadThrough>
  /// The edition it was read in; nil when none was known.
  public var edition: Identifier<Edition>?
  /// Where the reader was at the start, or nil.
  public var startPosition: Position?
  /// Where the reader was at the end, or nil when not given.
  public var endPosition: Position?
  /// The page count that turns positions into pages, as it was when the session was made.
  public var pageCount: Int64?
  /// How many pages were read when the places do not say it; else nil.
  public var pages: Int64?

  /// Makes the detail of a session that starts.
  public init(
    entry: Identifier<Entry>,
    readThrough: Identifier<ReadThrough>,
    startPosition: Position?,
    pageCount: Int64?,
    edition: Identifier<Edition>? = nil
  ) {
    self.entry = entry
    self.edition = edition
    self.readThrough = readThrough
    self.startPosition = startPosition
    self.pageCount = pageCount
  }

  /// Reads the detail; throws `record.malformed`.
  public init(fields: Fields) throws(CairnError) {
    entry = try fields.required("entry", fields.id("entry"))
    readThrough = try fields.required("readThrough", fields.id("readThrough"))
    edition = try fields.id("edition")
    startPosition = try fields.position("startPosition")
    endPosition = try fields.position("endPosition")
    pageCount = try fields.integer("pageCount", in: 1...10_000_000)
    pages = try fields.integer("pages", in: 0...10_000_000)
  }

  /// Sets every field of the detail.
  public func write(to fields: inout Fields) {
    fields.set("entry", entry)
    fields.set("readThrough", readThrough)
    fields.set("edition", edition)
    fields.set("startPosition", startPosition?.text)
    fields.set("endPosition", endPosition?.text)
    fields.set("pageCount", pageCount)
    fields.set("pages", pages)
  }

  /// Pages read in this session: those noted, else end minus start; nil when that is unknown.
  ///
  /// Percentages and locations count through the page count.
  public var amount: Int64? {
    if let pages { return pages }
    guard let from = startPosition?.page(in: pageCount), let to = endPosition?.page(in: pageCount)
    else { return nil }
    return max(0, to - from)
  }

  /// The entry.
  public var subject: RecordID? { entry.record }

  /// The reading, the edition and its page count.
  public var part: SubjectPart {
    SubjectPart(run: readThrough.record, form: edition?.record, whole: pageCount)
  }

  /// Cuts the pages by time, the split page being where both parts meet; unknown stays unknown.
  public mutating func split(done: Milliseconds, of whole: Milliseconds) -> Reading {
    var later = self
    if let pages {
      let read = whole > .zero ? proportion(pages, done.count, whole.count) : pages
      (self.pages, later.pages) = (read, pages - read)
    }
    guard pages == nil, let amount, let from = startPosition?.page(in: pageCount), whole > .zero,
      let middle = try? Position.page(
        from + proportion(amount, done.count, whole.count),
        of: pageCount
      )
    else {
      endPosition = nil
      later.startPosition = nil
      return later
    }
    endPosition = middle
    later.startPosition = middle
    return later
  }

  /// Takes the end of a later session; throws `reading.different_books`.
  public mutating func merge(_ later: Reading) throws(CairnError) {
    guard later.entry == entry, later.readThrough == readThrough else {
      throw CairnError(
        "reading.different_books",
        "The two sessions belong to different books or readings.",
        hint: "Merge sessions of one reading; move one to the right book first."
      )
    }
    if pages != nil || later.pages != nil { pages = (amount ?? 0) + (later.amount ?? 0) }
    startPosition = startPosition ?? later.startPosition
    endPosition = later.endPosition ?? endPosition
    pageCount = pageCount ?? later.pageCount
    edition = edition ?? later.edition
  }
}

extension Session where Detail == Reading {
  /// Ends a reading session at a place in the book.
  ///
  /// All rules are checked before anything changes (spec/reading.md 2.2): throws
  /// `reading.page_before_start` and what ``Session/end(at:zone:allowShort:)`` throws, and the
  /// session goes on. A place that is not given stays unknown.
  public mutating func end(
    position: Position?,
    at: Instant,
    zone: String,
    allowShort: Bool = false
  ) throws(CairnError) {
    var ended = self
    if let position { try ended.detail.reach(position) }
    try ended.end(at: at, zone: zone, allowShort: allowShort)
    self = ended
  }
}

extension Reading {
  /// Notes a place while the session runs: where it has got to.
  ///
  /// When the place was reached `before` it, it began there. A place before its start says nothing
  /// about the session.
  public mutating func catchUp(to place: Position, before: Bool) {
    if before { startPosition = place }
    endPosition = nil
    if !before { try? reach(place) }
  }

  /// Sets where the session ended; throws `reading.page_before_start`.
  public mutating func reach(_ position: Position) throws(CairnError) {
    if let startPosition, position.isBefore(startPosition, pages: pageCount) {
      throw CairnError(
        "reading.page_before_start",
        "You would end at \(position.words), before \(startPosition.words), where you started.",
        hint: "Give the page you reached, or correct the start page with edit."
      )
    }
    endPosition = position
    if startPosition != nil { pages = nil }
  }
}

extension Fields {
  /// The position under a name, nil when null; throws `record.malformed`.
  public func position(_ name: String) throws(CairnError) -> Position? {
    guard let text = try text(name) else { return nil }
    return try Position(text: text)
  }
}
