public import Cairn

extension ReadingSessionTable {
  /// Returns the plan of importing the sessions into a library.
  ///
  /// Times are in `zone`, whose days start at `dayStartHour`. Sessions without a time are placed on
  /// their day one after another from noon, with an issue. A session that ends after `now` does not
  /// affect its book.
  public func plan(
    for library: LibraryIndex,
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    now: Instant
  ) -> ImportPlan {
    var placed = SessionPlacer(zone)
    let read = sessions.map { placed.place($0) }
    let groups = Dictionary(grouping: read.indices) { Book(sessions[$0]) }
    let order = groups.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }
    let books = order.map { book, places in book.read(places.map { read[$0] }) }
    let count = counted(sessions.count, "session")
    return ImportPlan(
      source: Self.source,
      title: "Imported \(count) from a table",
      items: ImportedBookSessions.items(books, library, zone, dayStartHour: dayStartHour, now: now),
      issues: (issues + dayOnly).sorted { $0.line < $1.line }
        .map { ImportIssue(line: $0.line, message: $0.message) }
    )
  }

  private var dayOnly: [RowIssue] {
    let what = "The row has no time of day: its session starts at noon."
    return sessions.compactMap { session in
      guard case .wall(_, nil) = session.time else { return nil }
      return RowIssue(line: session.line, "import.missing_time", what)
    }
  }

  /// The identity of a book in the table.
  private struct Book: Hashable {
    let title: String
    let authors: [String]

    init(_ session: ReadingSessionRow) {
      (title, authors) = (session.title, session.authors)
    }

    func read(_ sessions: [ImportedReadingSession]) -> ImportedBookSessions {
      var book = ImportedBookSessions(
        source: ReadingSessionTable.source,
        sourceID: nil,
        title: title
      )
      (book.authors, book.sessions) = (authors, sessions)
      return book
    }
  }
}

/// The assignment of start times to sessions.
private struct SessionPlacer {
  private let zone: ZoneRules
  /// The end of the sessions placed so far on each day, without times in the table.
  private var ends: [LocalDay: Instant] = [:]
  /// The number of identical rows so far.
  private var counts: [String: Int] = [:]

  init(_ zone: ZoneRules) {
    self.zone = zone
  }

  mutating func place(_ session: ReadingSessionRow) -> ImportedReadingSession {
    let start = start(of: session)
    counts[session.key, default: 0] += 1
    var read = ImportedReadingSession(
      key: "\(session.key)\n\(counts[session.key] ?? 1)",
      segments: [Segment(start: start, end: start + session.length)]
    )
    if case .wall = session.time { read.isByWallClock = true }
    read.startPosition = session.startPage.flatMap { try? Position.page($0, of: nil) }
    read.endPosition = session.endPage.flatMap { try? Position.page($0, of: nil) }
    read.pages = session.pages
    read.tags = session.tags
    return read
  }

  private mutating func start(of session: ReadingSessionRow) -> Instant {
    switch session.time {
    case .instant(let instant): return instant
    case .wall(let day, let second?): return zone.instant(wallClock: midnight(day) + second * 1_000)
    case .wall(let day, nil):
      let start = ends[day] ?? zone.instant(wallClock: midnight(day) + 43_200_000)
      ends[day] = start + session.length
      return start
    }
  }

  private func midnight(_ day: LocalDay) -> Int64 {
    Int64(day.number) * 86_400_000
  }
}
