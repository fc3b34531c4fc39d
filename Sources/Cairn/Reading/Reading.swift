/// The detail of a reading session.
public struct Reading: SessionDetail {
  /// `reading`.
  public static let kind = SessionKind("reading")
  /// The entry.
  public var entry: Identifier<Entry>
  /// The read-through that the session belongs to.
  public var readThrough: Identifier<ReadThrough>
  /// The edition; nil if unknown.
  public var edition: Identifier<Edition>?
  /// The position at the start, or nil.
  public var startPosition: Position?
  /// The position at the end, or nil.
  public var endPosition: Position?
  /// The page count for converting positions to pages, as of the creation of the session.
  public var pageCount: Int64?
  /// The number of pages read, if the positions do not determine it; otherwise nil.
  public var pages: Int64?

  /// Creates the detail of a session that starts.
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

  /// Reads the detail from stored fields; throws `record.malformed`.
  public init(fields: Fields) throws(CairnError) {
    entry = try fields.required("entry", fields.id("entry"))
    readThrough = try fields.required("readThrough", fields.id("readThrough"))
    edition = try fields.id("edition")
    startPosition = try fields.position("startPosition")
    endPosition = try fields.position("endPosition")
    pageCount = try fields.integer("pageCount", in: Edition.pageCounts)
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

  /// The number of pages read: ``pages``, or else end minus start; nil if unknown.
  ///
  /// The page count converts percentages and locations to pages.
  public var amount: Int64? {
    if let pages { return pages }
    guard let from = startPosition?.page(in: pageCount), let to = endPosition?.page(in: pageCount)
    else { return nil }
    return max(0, to - from)
  }

  /// The entry.
  public var subject: RecordID? { entry.record }

  /// The read-through, the edition and its page count.
  public var part: ReadingPart {
    ReadingPart(readThrough: readThrough.record, edition: edition?.record, pageCount: pageCount)
  }

  /// Splits the pages in proportion to time, so that both parts share a page; unknown stays unknown.
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

  /// Merges the detail of a later session; throws `reading.different_books`.
  public mutating func merge(_ later: Reading) throws(CairnError) {
    guard later.entry == entry, later.readThrough == readThrough else {
      throw CairnError(
        "reading.different_books",
        "The two sessions belong to different books or readings.",
        hint: "Move one of them to the right book first."
      )
    }
    if pages != nil || later.pages != nil { pages = (amount ?? 0) + (later.amount ?? 0) }
    startPosition = startPosition ?? later.startPosition
    endPosition = later.endPosition ?? endPosition
    pageCount = pageCount ?? later.pageCount
    edition = edition ?? later.edition
  }
}

extension Reading {
  /// Applies a position that was entered while the session runs.
  ///
  /// If it was reached `before` the session, it becomes the start position. Otherwise it becomes the
  /// end position, unless it precedes the start.
  public mutating func applyPosition(to position: Position, before: Bool) {
    if before { startPosition = position }
    endPosition = nil
    if !before { try? reach(position) }
  }

  /// Sets the end position; throws `reading.page_before_start`.
  public mutating func reach(_ position: Position) throws(CairnError) {
    if let startPosition, position.isBefore(startPosition, pages: pageCount) {
      throw CairnError(
        "reading.page_before_start",
        "The end, \(position.label), is before the start, \(startPosition.label).",
        hint: "Give your current page, or correct the start page."
      )
    }
    endPosition = position
    if startPosition != nil { pages = nil }
  }
}

extension Fields {
  /// Returns a position field, nil if null; throws `record.malformed`.
  public func position(_ name: String) throws(CairnError) -> Position? {
    guard let text = try text(name) else { return nil }
    return try Position(text: text)
  }
}
