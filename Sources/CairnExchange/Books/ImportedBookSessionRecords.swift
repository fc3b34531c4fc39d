import Cairn

/// The records that a book with its reading sessions creates.
struct ImportedBookSessionRecords {
  private let book: ImportedBookSessions
  private let work: Work
  private let authors: [Author]
  private let edition: Identifier<Edition>
  let entry: Identifier<Entry>
  private let timedSessions: [TimedSession]
  private let readings: StatedReadings
  private let zone: String

  /// A session with its day and its reading.
  struct TimedSession {
    let session: ImportedReadingSession
    let day: LocalDay
    let reading: KnownReadThrough
  }

  /// Returns nil for an invalid title, and for a book without sessions and status.
  init?(
    _ book: ImportedBookSessions,
    _ library: LibraryIndex,
    _ zone: ZoneRules,
    day: (Instant) -> LocalDay
  ) {
    guard !book.sessions.isEmpty || book.readingState != nil else { return nil }
    let source = [book.source, book.sourceID ?? ""]
    let (title, author, isbn) = (book.title, book.authors.first, book.isbn?.text)
    let id = library.work(title, author: author, isbn: isbn, source: source)
    authors = book.authors.map { Author(id: library.author($0), name: $0) }
    let credits = authors.map { Credit(author: $0.id) }
    let series = (name: book.series, number: book.seriesNumber)
    guard
      let work = try? Work(
        id: id,
        title: title,
        series: series.name,
        seriesNumber: series.number,
        credits: credits
      )
    else { return nil }
    let line = book.authorLine ?? book.authors.joined(separator: "\n")
    let names = [book.source, title, line, book.sourceID ?? ""]
    (self.book, self.work, self.zone) = (book, work, zone.name)
    edition = library.edition(isbn: isbn, of: id, source: names)
    entry = library.entry(of: id)
    let days = book.sessions.map { day($0.started) }
    let readings = StatedReadings(
      book,
      of: entry,
      among: library.readings(of: entry),
      sessionDays: days,
      day: day
    )
    self.readings = readings
    timedSessions = zip(book.sessions, days).map { session, day in
      TimedSession(session: session, day: day, reading: readings.reading(on: day))
    }
  }

  /// Returns the past sessions of all copies of a book, sorted by end time.
  static func timedSessions(of copies: [ImportedBookSessionRecords], until now: Instant)
    -> [TimedSession]
  {
    copies.flatMap(\.timedSessions).filter { $0.session.isPast(now) }
      .sorted { $0.session.ended < $1.session.ended }
  }

  /// Whether the source has a status for the book, or any of its copies has a session.
  func hasReadings(_ all: [TimedSession]) -> Bool { !all.isEmpty || readings.stated != nil }

  /// Returns the items of the book and its sessions; `all` are the sessions of all its copies, of
  /// which only the one that `leads` describes the book and its readings.
  func items(_ all: [TimedSession], leads: Bool) -> [ImportItem] {
    let items = timedSessions.compactMap(item)
    guard hasReadings(all) else { return items }
    guard leads else {
      return [ImportItem(line: nil, title: work.title, records: [PlannedRecord(printed)])] + items
    }
    let records =
      [planned(shelved(since: all)), PlannedRecord(printed)]
      + read(all).sorted { $0.id < $1.id } + [PlannedRecord(work)]
      + authors.map { PlannedRecord($0) }
    return [ImportItem(line: nil, title: work.title, records: records)] + items
  }

  /// Plans the entry; without a status in the source, its status is only implied by sessions.
  private func planned(_ shelved: Entry) -> PlannedRecord {
    let isStated = readings.stated != nil
    return PlannedRecord(
      shelved,
      onlyWhenNew: ["source", "sourceID"],
      implied: isStated ? ["added", "edition"] : ["status", "added", "edition"],
      ranked: isStated ? BookRecords.ranked : [:]
    )
  }

  private func shelved(since timedSessions: [TimedSession]) -> Entry {
    var shelved = Entry(
      id: entry,
      work: work.id,
      edition: edition,
      status: readings.stated != nil && readings.isFinished ? .read : .reading,
      added: timedSessions.map(\.day).min()
    )
    shelved.source = book.source
    shelved.sourceID = book.sourceID
    return shelved
  }

  private var printed: Edition {
    var printed = Edition(id: edition, work: work.id)
    printed.pages = book.pages
    printed.isbn = book.isbn?.text
    printed.publisher = book.publisher
    return printed
  }

  /// Returns the readings that have sessions, and the one that the source states.
  private func read(_ timedSessions: [TimedSession]) -> [PlannedRecord] {
    var groups = Dictionary(grouping: timedSessions, by: \.reading.id)
    if let stated = readings.stated { groups[stated.id, default: []] += [] }
    return groups.map { id, timedSessions in
      let isStated = id == readings.stated?.id
      let reading = isStated ? readings.stated : timedSessions.first?.reading
      return read(reading ?? KnownReadThrough(id: id), timedSessions, isStated: isStated)
    }
  }

  /// Returns the dates of a reading, and its position while it is open.
  private func read(
    _ reading: KnownReadThrough,
    _ timedSessions: [TimedSession],
    isStated: Bool
  ) -> PlannedRecord {
    let isFinished = isStated && readings.isFinished
    let finished = isFinished ? readings.finished : nil
    let first = timedSessions.map(\.day).filter { day in finished.map { day <= $0.last } ?? true }
      .min()
    let began = first.flatMap { Self.began(reading, $0) }
    var planned = ReadThrough(
      id: reading.id,
      entry: entry,
      started: began,
      ended: finished,
      outcome: isFinished ? .finished : nil
    )
    let last = reading.isOpen && !isFinished ? lastPosition(timedSessions, isStated: isStated) : nil
    planned.position = last?.position
    planned.isStartAutomatic = began != nil
    return PlannedRecord(
      planned,
      onlyWhenNew: ["isStartAutomatic"],
      recordedAt: last.map { ["position": $0.at] } ?? [:]
    )
  }

  /// Returns the last known position with its time.
  private func lastPosition(_ timedSessions: [TimedSession], isStated: Bool) -> (
    position: Position, at: Instant
  )? {
    let last = timedSessions.last { $0.session.endPosition != nil }?.session
    let state = isStated ? book.readingState : nil
    let positions = [
      last.flatMap { session in session.endPosition.map { ($0, session.ended) } },
      state?.position.flatMap { position in state?.at.map { (position, $0) } },
    ]
    return positions.compactMap(\.self).max { $0.1 < $1.1 }
  }

  /// Returns the first day; nil if the reading had ended before, or has a start date no later than
  /// the next day, because another zone can shift a session by a day.
  private static func began(_ reading: KnownReadThrough, _ first: LocalDay) -> PartialDay? {
    if let ended = reading.ended, ended.last < first { return nil }
    if let started = reading.started, started.first <= first + 1 { return nil }
    return PartialDay(first)
  }

  private func item(_ timedSession: TimedSession) -> ImportItem? {
    let session = timedSession.session
    guard let timeline = try? Timeline(ended: session.segments) else { return nil }
    var detail = Reading(
      entry: entry,
      readThrough: timedSession.reading.id,
      startPosition: session.startPosition,
      pageCount: session.endPosition?.pageCount
    )
    detail.endPosition = session.endPosition
    // The page count excludes skipped pages.
    if let pages = session.pages, detail.amount.map({ pages < $0 }) ?? true { detail.pages = pages }
    let id = RecordID(derivedFrom: [book.source, "session", session.key])
    var imported = Session(
      id: SessionID(id),
      detail: detail,
      timeline: timeline,
      zone: zone
    )
    imported.source = book.source
    imported.sessionContext.tags = session.tags
    let clock: Set<String> = session.isByWallClock ? ["segments", "endedAt"] : []
    let onlyWhenNewFields = clock.union(["readThrough", "entry", "zone"])
    return ImportItem(
      line: nil,
      title: "\(work.title), \(session.started.text)",
      records: [PlannedRecord(imported, onlyWhenNew: onlyWhenNewFields)]
    )
  }
}

extension Position {
  /// The page count of the book, if the position is in pages.
  fileprivate var pageCount: Int64? { unit == .page ? total : nil }
}
