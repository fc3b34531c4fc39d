public import Cairn

extension KOReaderStatistics {
  /// What importing the statistics would do to a library.
  ///
  /// Every book that was read becomes a book, every run of pages a session with the dwell on its
  /// pages as its time. KOReader keeps instants and no zone, so `zone` says where they were
  /// lived; days begin at `dayStartHour` there. A session belongs to the reading of its day, as it
  /// is when the session is first imported; one that reaches past `now` says nothing of its book.
  public func plan(
    for library: LibraryIndex,
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    now: Instant
  ) -> ImportPlan {
    // Sessions name their book by the number that merging gives it, which need not be the file's.
    let once = merging(KOReaderStatistics(books: [], pages: []))
    let derived = KOReaderSessions.derive(from: once)
    let groups = Dictionary(grouping: derived.sessions, by: \.book.id)
    let read = once.books.compactMap { $0.read(groups[$0.id] ?? []) }
    return ImportPlan(
      source: "koreader",
      title: "Import \(Self.count(derived.sessions)) from KOReader",
      items: ReadBook.items(read, library, zone, dayStartHour: dayStartHour, now: now),
      issues: (once.issues + derived.issues).map { ImportIssue(line: $0.line, message: $0.message) }
        + once.books.flatMap { book in groups[book.id].map { Self.issues(book, $0) } ?? [] }
    )
  }

  /// What cannot be taken of a book that was read.
  private static func issues(_ book: KOReaderBook, _ sessions: [KOReaderSession]) -> [ImportIssue] {
    if let reason = refusal(of: book) {
      return [ImportIssue(line: nil, message: "\(reason) is left out, with \(count(sessions)).")]
    }
    guard let pages = book.pages, !KOReaderView.pages.contains(pages) else { return [] }
    let message =
      "The page count \(pages) of “\(book.title ?? "")” is left out: it is not from "
      + "\(KOReaderView.pages.lowerBound) to \(KOReaderView.pages.upperBound)."
    return [ImportIssue(line: nil, message: message)]
  }

  private static func refusal(of book: KOReaderBook) -> String? {
    guard let title = book.title else { return "A book without a title" }
    do throws(CairnError) {
      try Work.requireTitle(title)
      return nil
    } catch {
      return "\(error.message) The book"
    }
  }

  private static func count(_ sessions: [KOReaderSession]) -> String {
    sessions.count == 1 ? "1 session" : "\(sessions.count) sessions"
  }
}

extension KOReaderBook {
  /// The book with its sessions; nil when it has no title.
  fileprivate func read(_ sessions: [KOReaderSession]) -> ReadBook? {
    guard let title else { return nil }
    var read = ReadBook(source: "koreader", sourceID: md5, title: title)
    let place = SeriesPosition(series)
    (read.authors, read.authorLine) = (authors.flatMap(separated), authors.joined(separator: "\n"))
    (read.series, read.seriesNumber) = (place?.name, place?.number)
    read.pages = pages.flatMap { KOReaderView.pages.contains($0) ? $0 : nil }
    read.sessions = sessions.map(\.read)
    return read
  }
}

extension KOReaderSession {
  fileprivate var read: ReadSession {
    ReadSession(
      key: sourceKey,
      segments: segments.map { Cairn.Segment(start: $0.started, end: $0.ended) },
      startPosition: startPosition.flatMap(Self.position),
      endPosition: endPosition.flatMap(Self.position),
      pages: pages
    )
  }

  private static func position(_ position: Position) -> Cairn.Position? {
    try? .page(min(position.page, position.totalPages), of: position.totalPages)
  }
}
