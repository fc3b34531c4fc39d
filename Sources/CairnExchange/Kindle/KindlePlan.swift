public import Cairn

extension KindleSessions {
  /// Returns the plan of importing the sessions into a library.
  ///
  /// Amazon stores instants without a time zone, so `zone` is the person's; its days start at
  /// `dayStartHour`. A book without a title in the file or in `titles` is excluded with its sessions
  /// and reported; a later import with its title adds them. A session that ends after `now` does not
  /// affect its book.
  public func plan(
    for library: LibraryIndex,
    titles: KindleTitles,
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    now: Instant
  ) -> ImportPlan {
    let groups = Dictionary(grouping: sessions, by: \.asin)
    let order = sessions.map(\.asin).reduce(into: [String]()) { order, asin in
      if order.last != asin, !order.contains(asin) { order.append(asin) }
    }
    let books = order.compactMap { groups[$0].flatMap { Self.book($0, titles) } }
    let untitled = order.compactMap { groups[$0] }.filter { Self.book($0, titles) == nil }
    let count = books.reduce(0) { $0 + $1.sessions.count }
    return ImportPlan(
      source: "kindle",
      title: "Imported \(counted(count, "session")) from Kindle",
      items: ImportedBookSessions.items(books, library, zone, dayStartHour: dayStartHour, now: now),
      issues: issues.map { ImportIssue(line: $0.line, message: $0.message) }
        + untitled.map(Self.issue)
    )
  }

  private static func book(_ sessions: [KindleSession], _ titles: KindleTitles)
    -> ImportedBookSessions?
  {
    guard let asin = sessions.first?.asin else { return nil }
    let known = titles[asin]
    guard let title = known?.title ?? sessions.lazy.compactMap(\.title).first else { return nil }
    var book = ImportedBookSessions(source: "kindle", sourceID: asin, title: title)
    book.authors = known?.authors ?? []
    book.sessions = sessions.map {
      ImportedReadingSession(key: $0.key, segments: [Segment(start: $0.started, end: $0.ended)])
    }
    return book
  }

  private static func issue(_ sessions: [KindleSession]) -> ImportIssue {
    let minutes = sessions.reduce(0) { $0 + ($1.ended - $1.started).count } / 60_000
    let count = counted(sessions.count, "session")
    let time = minutes == 0 ? "less than a minute" : "\(minutes) min"
    return ImportIssue(
      line: sessions[0].line,
      message: "\(sessions[0].asin) has no title: \(count), \(time), skipped. "
        + "Add it to a file with the columns ASIN and Title, and use --titles."
    )
  }
}
