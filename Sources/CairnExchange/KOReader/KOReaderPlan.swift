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
    let rows = once.books.compactMap { book in
      KOReaderRow(book, groups[book.id] ?? [], library, zone) {
        zone.day(at: $0, dayStartHour: dayStartHour)
      }
    }
    return ImportPlan(
      source: "koreader",
      title: "Import \(Self.count(derived.sessions)) from KOReader",
      items: rows.flatMap { $0.items(beside: rows) },
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

/// One book of the statistics as records.
struct KOReaderRow {
  private let book: KOReaderBook
  private let work: Work
  private let authors: [Author]
  private let edition: Identifier<Edition>
  private let entry: Identifier<Entry>
  private let sittings: [Sitting]
  private let zone: String

  /// A session with its day and the reading it belongs to.
  private struct Sitting {
    let session: KOReaderSession
    let day: LocalDay
    let reading: KnownReading
  }

  /// Nil for a book without a title or without sessions.
  init?(
    _ book: KOReaderBook,
    _ sessions: [KOReaderSession],
    _ library: LibraryIndex,
    _ zone: ZoneRules,
    day: (Instant) -> LocalDay
  ) {
    guard let title = book.title, !sessions.isEmpty else { return nil }
    let source = ["koreader", book.md5 ?? ""]
    let id = library.work(title, author: book.authors.first, isbn: nil, source: source)
    authors = book.authors.map { Author(id: library.author($0), name: $0) }
    let credits = authors.map { Credit(author: $0.id) }
    guard let work = try? Work(id: id, title: title, series: book.series, credits: credits)
    else { return nil }
    let names = ["koreader", title, book.authors.joined(separator: "\n")]
    (self.book, self.work, self.zone) = (book, work, zone.name)
    edition = library.edition(isbn: nil, of: id, source: names + [book.md5 ?? ""])
    entry = library.entry(of: id)
    let own = RecordID(derivedFrom: ["koreader", "reading", entry.record.text])
    let new = KnownReading(id: Identifier(own))
    let readings = library.readings(of: entry)
    sittings = sessions.map { session in
      let day = day(session.started)
      return Sitting(session: session, day: day, reading: readings.reading(on: day) ?? new)
    }
  }

  /// The book and its sessions; the readings are those of all copies of the book among `rows`.
  func items(beside rows: [KOReaderRow]) -> [ImportItem] {
    let all = rows.filter { $0.entry == entry }.flatMap(\.sittings)
      .sorted { $0.session.ended < $1.session.ended }
    let readings = Dictionary(grouping: all, by: \.reading.id).values.compactMap(read)
    let records =
      [Self.planned(shelved(since: all)), PlannedRecord(printed)]
      + readings.sorted { $0.id < $1.id } + [PlannedRecord(work)]
      + authors.map { PlannedRecord($0) }
    return [ImportItem(line: nil, title: work.title, records: records)] + sittings.compactMap(item)
  }

  /// How the person stands to a book is only implied.
  private static func planned(_ shelved: Entry) -> PlannedRecord {
    PlannedRecord(
      shelved,
      onlyWhenNew: ["source", "sourceID"],
      implied: ["status", "added", "edition"]
    )
  }

  private func shelved(since sittings: [Sitting]) -> Entry {
    var shelved = Entry(
      id: entry,
      work: work.id,
      edition: edition,
      status: .reading,
      added: sittings.map(\.day).min()
    )
    shelved.source = "koreader"
    shelved.sourceID = book.md5
    return shelved
  }

  private var printed: Edition {
    var printed = Edition(id: edition, work: work.id)
    if let pages = book.pages, KOReaderView.pages.contains(pages) { printed.pages = pages }
    return printed
  }

  /// The day a reading began, and where it is while it is open.
  private func read(_ sittings: [Sitting]) -> PlannedRecord? {
    guard let reading = sittings.first?.reading, let first = sittings.map(\.day).min() else {
      return nil
    }
    let last = sittings.last { $0.session.endPosition != nil }?.session
    let place = reading.isOpen ? last?.endPosition.flatMap(Self.position) : nil
    let began = Self.began(reading, first)
    return PlannedRecord(
      ReadThrough(id: reading.id, entry: entry, started: began, at: place),
      notedAt: last.map { ["position": $0.ended] } ?? [:]
    )
  }

  /// The first day, unless the reading was over by then, or is known to have begun about then:
  /// in another zone the same session can lie on the day beside.
  private static func began(_ reading: KnownReading, _ first: LocalDay) -> PartialDay? {
    if let ended = reading.ended, ended.last < first { return nil }
    if let started = reading.started, started.first <= first + 1 { return nil }
    return PartialDay(first)
  }

  private func item(_ sitting: Sitting) -> ImportItem? {
    let session = sitting.session
    let segments = session.segments.map { Segment(start: $0.started, end: $0.ended) }
    guard let timeline = try? Timeline(ended: segments) else { return nil }
    var detail = Reading(
      entry: entry,
      readThrough: sitting.reading.id,
      startPosition: session.startPosition.flatMap(Self.position),
      pageCount: session.endPosition?.totalPages
    )
    detail.endPosition = session.endPosition.flatMap(Self.position)
    let id = RecordID(derivedFrom: ["koreader", "session", session.sourceKey])
    var imported = Session(
      id: SessionID(id),
      detail: detail,
      timeline: timeline,
      zone: zone
    )
    imported.source = "koreader"
    let lived: Set = ["readThrough", "entry", "zone"]
    return ImportItem(
      line: nil,
      title: "\(work.title), \(session.started.text)",
      records: [PlannedRecord(imported, onlyWhenNew: lived)]
    )
  }

  private static func position(_ position: KOReaderSession.Position) -> Position? {
    try? Position.page(min(position.page, position.totalPages), of: position.totalPages)
  }
}
