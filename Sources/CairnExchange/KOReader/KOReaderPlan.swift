public import Cairn

extension KOReaderStatistics {
  /// Returns the plan of importing the statistics into a library.
  ///
  /// Each book with page views becomes a book, and each run of pages a session with the time on its
  /// pages. KOReader stores instants without a time zone, so `zone` is the person's; its days start at
  /// `dayStartHour`. A session belongs to the reading of its day at the time of the first import. A
  /// session that ends after `now` does not affect its book.
  public func plan(
    for library: LibraryIndex,
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    now: Instant
  ) -> ImportPlan {
    // Sessions refer to books by their id after merging, which may differ from the id in the file.
    let once = merging(KOReaderStatistics(books: [], pages: []))
    let derived = KOReaderSessions.derive(from: once)
    let groups = Dictionary(grouping: derived.sessions, by: \.book.id)
    let read = once.books.compactMap { $0.read(groups[$0.id] ?? []) }
    return ImportPlan(
      source: "koreader",
      title: "Imported \(counted(derived.sessions.count, "session")) from KOReader",
      items: ImportedBookSessions.items(read, library, zone, dayStartHour: dayStartHour, now: now),
      issues: (once.issues + derived.issues).map { ImportIssue(line: $0.line, message: $0.message) }
        + once.books.flatMap { book in groups[book.id].map { Self.issues(book, $0) } ?? [] }
    )
  }

  /// Returns the issues of a book with sessions.
  private static func issues(_ book: KOReaderBook, _ sessions: [KOReaderSession]) -> [ImportIssue] {
    if let reason = refusal(of: book) {
      return [
        ImportIssue(
          line: nil,
          message: "\(reason) was skipped, with \(counted(sessions.count, "session"))."
        )
      ]
    }
    guard let pages = book.pages, !Edition.pageCounts.contains(pages) else { return [] }
    let message =
      "The page count \(pages) of “\(book.title ?? "")” was skipped: it is not from "
      + "\(Edition.pageCounts.lowerBound) to \(Edition.pageCounts.upperBound)."
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
}

extension KOReaderBook {
  /// Returns the book with its sessions; nil without a title.
  fileprivate func read(_ sessions: [KOReaderSession]) -> ImportedBookSessions? {
    guard let title else { return nil }
    var read = ImportedBookSessions(source: "koreader", sourceID: md5, title: title)
    let place = SeriesPosition(series)
    (read.authors, read.authorLine) = (authors.flatMap(separated), authors.joined(separator: "\n"))
    (read.series, read.seriesNumber) = (place?.name, place?.number)
    read.pages = pages.flatMap { Edition.pageCounts.contains($0) ? $0 : nil }
    read.sessions = sessions.map(\.read)
    return read
  }
}

extension KOReaderSession {
  fileprivate var read: ImportedReadingSession {
    ImportedReadingSession(
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
