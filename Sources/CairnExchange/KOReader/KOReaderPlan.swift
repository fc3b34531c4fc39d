public import Cairn

extension KOReaderStatistics {
  /// What importing the statistics would do to a library.
  ///
  /// Every book that was read becomes a book, every run of pages a session with the dwell on its
  /// pages as its time. KOReader keeps instants and no zone, so `zone` says where they were
  /// lived; days begin at `dayStartHour` there. A session belongs to the reading of its day, as it
  /// is when the session is first imported.
  public func plan(
    for library: LibraryIndex,
    zone: ZoneRules,
    dayStartHour: Int64 = 0
  ) -> ImportPlan {
    // Sessions name their book by the number that merging gives it, which need not be the file's.
    let once = merging(KOReaderStatistics(books: [], pages: []))
    let derived = KOReaderSessions.derive(from: once)
    let groups = Dictionary(grouping: derived.sessions, by: \.book.id)
    let read = once.books.compactMap { $0.read(groups[$0.id] ?? []) }
    return ImportPlan(
      source: "koreader",
      title: "Import \(Self.count(derived.sessions)) from KOReader",
      items: ReadBook.items(read, library, zone, dayStartHour: dayStartHour),
      issues: derived.issues.map { ImportIssue(line: $0.line, message: $0.message) }
        + once.books.filter { $0.title == nil }.compactMap { groups[$0.id].map(Self.untitled) }
    )
  }

  private static func untitled(_ sessions: [KOReaderSession]) -> ImportIssue {
    ImportIssue(
      line: nil,
      message: "A book without a title is left out, with \(count(sessions))."
    )
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
    (read.authors, read.series) = (authors, series)
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
      endPosition: endPosition.flatMap(Self.position)
    )
  }

  private static func position(_ position: Position) -> Cairn.Position? {
    try? .page(min(position.page, position.totalPages), of: position.totalPages)
  }
}
