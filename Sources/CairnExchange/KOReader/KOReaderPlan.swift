public import Cairn

extension KOReaderStatistics {
  /// What importing the statistics would do to a library.
  ///
  /// Every book that was read becomes a book, every run of pages a session with the dwell on its
  /// pages as its time. KOReader keeps instants and no zone, so `zone` says where they were
  /// lived. A session belongs to the reading that is open when it is first imported.
  public func plan(for library: LibraryIndex, zone: ZoneRules) -> ImportPlan {
    // Sessions name their book by the number that merging gives it, which need not be the file's.
    let once = merging(KOReaderStatistics(books: [], pages: []))
    let derived = KOReaderSessions.derive(from: once)
    let groups = Dictionary(grouping: derived.sessions, by: \.book.id)
    let items = once.books.flatMap { book -> [ImportItem] in
      guard let sessions = groups[book.id], let row = KOReaderRow(book, sessions, library) else {
        return []
      }
      return [row.item(zone)] + sessions.compactMap { row.item($0, zone) }
    }
    let count = derived.sessions.count
    return ImportPlan(
      source: "koreader",
      title: "Import \(count) \(count == 1 ? "session" : "sessions") from KOReader",
      items: items,
      issues: derived.issues.map { ImportIssue(line: $0.line, message: $0.message) }
        + once.books.filter { $0.title == nil }
        .compactMap { groups[$0.id].map { Self.untitled($0.count) } }
    )
  }

  private static func untitled(_ sessions: Int) -> ImportIssue {
    let left = sessions == 1 ? "1 session" : "\(sessions) sessions"
    return ImportIssue(line: nil, message: "A book without a title is left out, with \(left).")
  }
}

/// One book of the statistics as records.
struct KOReaderRow {
  private let book: KOReaderBook
  private let title: String
  private let sessions: [KOReaderSession]
  private let work: Work
  private let authors: [Author]
  private let edition: Identifier<Edition>
  private let entry: Identifier<Entry>
  private let reading: Identifier<ReadThrough>

  /// Nil for a book without a title.
  init?(_ book: KOReaderBook, _ sessions: [KOReaderSession], _ library: LibraryIndex) {
    guard let title = book.title else { return nil }
    let authors = book.authors.map { Author(id: library.author($0), name: $0) }
    let id = library.work(title, author: book.authors.first, isbn: nil)
    let credits = authors.map { Credit(author: $0.id) }
    guard let work = try? Work(id: id, title: title, series: book.series, credits: credits)
    else { return nil }
    let source = ["koreader", title, book.authors.joined(separator: "\n"), book.md5 ?? ""]
    (self.book, self.title, self.sessions) = (book, title, sessions)
    (self.authors, self.work) = (authors, work)
    edition = library.edition(isbn: nil, of: id, source: source)
    entry = library.entry(of: id)
    reading =
      library.reading(of: entry)
      ?? Identifier(RecordID(derivedFrom: ["reading"] + source.dropLast()))
  }

  /// The book; how the person stands to it is stated only when it is new.
  func item(_ zone: ZoneRules) -> ImportItem {
    let first = sessions.first.map { zone.day(at: $0.started) }
    var shelved = Entry(
      id: entry,
      work: work.id,
      edition: edition,
      status: .reading,
      added: first
    )
    shelved.source = "koreader"
    shelved.sourceID = book.md5
    var printed = Edition(id: edition, work: work.id)
    printed.pages = book.pages
    let last = sessions.last?.endPosition.flatMap(Self.position)
    let read = ReadThrough(id: reading, entry: entry, started: first, at: last)
    let standing: Set = ["status", "added", "source", "sourceID", "edition"]
    return ImportItem(
      line: nil,
      title: title,
      records: [
        PlannedRecord(shelved, onlyWhenNew: standing), PlannedRecord(work),
        PlannedRecord(printed), PlannedRecord(read),
      ] + authors.map { PlannedRecord($0) }
    )
  }

  /// One session; nil when its stretches are no session.
  func item(_ session: KOReaderSession, _ zone: ZoneRules) -> ImportItem? {
    let segments = session.segments.map { Segment(start: $0.started, end: $0.ended) }
    guard let timeline = try? Timeline(ended: segments) else { return nil }
    var detail = Reading(
      entry: entry,
      readThrough: reading,
      startPosition: session.startPosition.flatMap(Self.position),
      pageCount: session.endPosition?.totalPages
    )
    detail.endPosition = session.endPosition.flatMap(Self.position)
    let id = RecordID(derivedFrom: ["koreader", "session", session.sourceKey])
    var imported = Session(
      id: SessionID(id),
      detail: detail,
      timeline: timeline,
      zone: zone.name
    )
    imported.source = "koreader"
    return ImportItem(
      line: nil,
      title: "\(title), \(timeline.start.text)",
      records: [PlannedRecord(imported, onlyWhenNew: ["readThrough", "entry", "zone"])]
    )
  }

  private static func position(_ position: KOReaderSession.Position) -> Position? {
    try? Position.page(min(position.page, position.totalPages), of: position.totalPages)
  }
}
