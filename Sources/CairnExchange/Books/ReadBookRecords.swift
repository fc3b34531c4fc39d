import Cairn

/// A book and the time it was read, as records.
struct ReadBookRecords {
  private let book: ReadBook
  private let work: Work
  private let authors: [Author]
  private let edition: Identifier<Edition>
  let entry: Identifier<Entry>
  private let sittings: [TimedSession]
  private let readings: StatedReadings
  private let zone: String

  /// A session with its day and the reading it belongs to.
  struct TimedSession {
    let session: ReadSession
    let day: LocalDay
    let reading: KnownReading
  }

  /// Nil for a book with an impossible title, and for one of which nothing is told.
  init?(
    _ book: ReadBook,
    _ library: LibraryIndex,
    _ zone: ZoneRules,
    day: (Instant) -> LocalDay
  ) {
    guard !book.sessions.isEmpty || book.standing != nil else { return nil }
    let source = [book.source, book.sourceID ?? ""]
    let (title, author, isbn) = (book.title, book.authors.first, book.isbn?.text)
    let id = library.work(title, author: author, isbn: isbn, source: source)
    authors = book.authors.map { Author(id: library.author($0), name: $0) }
    let credits = authors.map { Credit(author: $0.id) }
    let place = (series: book.series, number: book.seriesNumber)
    guard
      let work = try? Work(
        id: id,
        title: title,
        series: place.series,
        seriesNumber: place.number,
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
      sittings: days,
      day: day
    )
    self.readings = readings
    sittings = zip(book.sessions, days).map { session, day in
      TimedSession(session: session, day: day, reading: readings.reading(on: day))
    }
  }

  /// The sessions of all copies of a book by their ends, those that lie in the past.
  static func sittings(of copies: [ReadBookRecords], until now: Instant) -> [TimedSession] {
    copies.flatMap(\.sittings).filter { $0.session.isPast(now) }
      .sorted { $0.session.ended < $1.session.ended }
  }

  /// Whether the book was begun, or any of its copies has a session.
  func tells(_ all: [TimedSession]) -> Bool { !all.isEmpty || readings.stated != nil }

  /// The book and its sessions; `all` are those of its copies, of which one `leads`: it describes the
  /// book and its readings, the others only how they are printed.
  func items(_ all: [TimedSession], leads: Bool) -> [ImportItem] {
    let items = sittings.compactMap(item)
    guard tells(all) else { return items }
    guard leads else {
      return [ImportItem(line: nil, title: work.title, records: [PlannedRecord(printed)])] + items
    }
    let records =
      [planned(shelved(since: all)), PlannedRecord(printed)]
      + read(all).sorted { $0.id < $1.id } + [PlannedRecord(work)]
      + authors.map { PlannedRecord($0) }
    return [ImportItem(line: nil, title: work.title, records: records)] + items
  }

  /// How the person stands to a book is only implied, unless the source says it.
  private func planned(_ shelved: Entry) -> PlannedRecord {
    let isStated = readings.stated != nil
    return PlannedRecord(
      shelved,
      onlyWhenNew: ["source", "sourceID"],
      implied: isStated ? ["added", "edition"] : ["status", "added", "edition"],
      ranked: isStated ? BookRecords.ranked : [:]
    )
  }

  private func shelved(since sittings: [TimedSession]) -> Entry {
    var shelved = Entry(
      id: entry,
      work: work.id,
      edition: edition,
      status: readings.stated != nil && readings.isFinished ? .read : .reading,
      added: sittings.map(\.day).min()
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

  /// The readings of the sessions, and the one that the source states.
  private func read(_ sittings: [TimedSession]) -> [PlannedRecord] {
    var groups = Dictionary(grouping: sittings, by: \.reading.id)
    if let stated = readings.stated { groups[stated.id, default: []] += [] }
    return groups.map { id, sittings in
      let isStated = id == readings.stated?.id
      let reading = isStated ? readings.stated : sittings.first?.reading
      return read(reading ?? KnownReading(id: id), sittings, isStated: isStated)
    }
  }

  /// The days of a reading, and where it is while it is open.
  private func read(
    _ reading: KnownReading,
    _ sittings: [TimedSession],
    isStated: Bool
  ) -> PlannedRecord {
    let isFinished = isStated && readings.isFinished
    let finished = isFinished ? readings.finished : nil
    let first = sittings.map(\.day).filter { day in finished.map { day <= $0.last } ?? true }.min()
    let began = first.flatMap { Self.began(reading, $0) }
    var planned = ReadThrough(
      id: reading.id,
      entry: entry,
      started: began,
      ended: finished,
      outcome: isFinished ? .finished : nil
    )
    let place = reading.isOpen && !isFinished ? place(sittings, isStated: isStated) : nil
    planned.position = place?.position
    planned.isStartAutomatic = began != nil
    return PlannedRecord(
      planned,
      onlyWhenNew: ["isStartAutomatic"],
      notedAt: place.map { ["position": $0.at] } ?? [:]
    )
  }

  /// Where the reader was last, and when.
  private func place(_ sittings: [TimedSession], isStated: Bool) -> (position: Position, at: Instant)? {
    let last = sittings.last { $0.session.endPosition != nil }?.session
    let told = isStated ? book.standing : nil
    let places = [
      last.flatMap { session in session.endPosition.map { ($0, session.ended) } },
      told?.position.flatMap { position in told?.at.map { (position, $0) } },
    ]
    return places.compactMap(\.self).max { $0.1 < $1.1 }
  }

  /// The first day, unless the reading was over by then, or is known to have begun about then:
  /// in another zone the same session can lie on the day beside.
  private static func began(_ reading: KnownReading, _ first: LocalDay) -> PartialDay? {
    if let ended = reading.ended, ended.last < first { return nil }
    if let started = reading.started, started.first <= first + 1 { return nil }
    return PartialDay(first)
  }

  private func item(_ sessionContext: TimedSession) -> ImportItem? {
    let session = sessionContext.session
    guard let timeline = try? Timeline(ended: session.segments) else { return nil }
    var detail = Reading(
      entry: entry,
      readThrough: sessionContext.reading.id,
      startPosition: session.startPosition,
      pageCount: session.endPosition?.pageCount
    )
    detail.endPosition = session.endPosition
    // Pages between the two places that were not looked at were not read.
    if let pages = session.pages, detail.amount.map({ pages < $0 }) ?? true { detail.pages = pages }
    let id = RecordID(derivedFrom: [book.source, "session", session.key])
    var imported = Session(
      id: SessionID(id),
      detail: detail,
      timeline: timeline,
      zone: zone
    )
    imported.source = book.source
    let clock: Set<String> = session.isByWallClock ? ["segments", "endedAt"] : []
    let lived = clock.union(["readThrough", "entry", "zone"])
    return ImportItem(
      line: nil,
      title: "\(work.title), \(session.started.text)",
      records: [PlannedRecord(imported, onlyWhenNew: lived)]
    )
  }
}

extension Position {
  /// The pages of the book, as far as it is counted in pages.
  fileprivate var pageCount: Int64? { unit == .page ? total : nil }
}
