import Cairn

/// A book and the time it was read, as records.
struct ReadBookRecords {
  private let book: ReadBook
  private let work: Work
  private let authors: [Author]
  private let edition: Identifier<Edition>
  private let entry: Identifier<Entry>
  private let sittings: [Sitting]
  private let zone: String

  /// A session with its day and the reading it belongs to.
  private struct Sitting {
    let session: ReadSession
    let day: LocalDay
    let reading: KnownReading
  }

  /// Nil for a book with an impossible title or without sessions.
  init?(
    _ book: ReadBook,
    _ library: LibraryIndex,
    _ zone: ZoneRules,
    day: (Instant) -> LocalDay
  ) {
    guard !book.sessions.isEmpty else { return nil }
    let source = [book.source, book.sourceID ?? ""]
    let (title, author) = (book.title, book.authors.first)
    let id = library.work(title, author: author, isbn: nil, source: source)
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
    edition = library.edition(isbn: nil, of: id, source: names)
    entry = library.entry(of: id)
    let own = RecordID(derivedFrom: [book.source, "reading", entry.record.text])
    let new = KnownReading(id: Identifier(own))
    let readings = library.readings(of: entry)
    sittings = book.sessions.map { session in
      let day = day(session.started)
      return Sitting(session: session, day: day, reading: readings.reading(on: day) ?? new)
    }
  }

  /// The book and its sessions; the readings are those of all copies of the book among `rows`.
  func items(beside rows: [ReadBookRecords], now: Instant) -> [ImportItem] {
    let all = rows.filter { $0.entry == entry }.flatMap(\.sittings)
      .filter { $0.session.isPast(now) }
      .sorted { $0.session.ended < $1.session.ended }
    let items = sittings.compactMap(item)
    guard !all.isEmpty else { return items }
    let readings = Dictionary(grouping: all, by: \.reading.id).values.compactMap(read)
    let records =
      [Self.planned(shelved(since: all)), PlannedRecord(printed)]
      + readings.sorted { $0.id < $1.id } + [PlannedRecord(work)]
      + authors.map { PlannedRecord($0) }
    return [ImportItem(line: nil, title: work.title, records: records)] + items
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
    shelved.source = book.source
    shelved.sourceID = book.sourceID
    return shelved
  }

  private var printed: Edition {
    var printed = Edition(id: edition, work: work.id)
    printed.pages = book.pages
    return printed
  }

  /// The day a reading began, and where it is while it is open.
  private func read(_ sittings: [Sitting]) -> PlannedRecord? {
    guard let reading = sittings.first?.reading, let first = sittings.map(\.day).min() else {
      return nil
    }
    let last = sittings.last { $0.session.endPosition != nil }?.session
    let place = reading.isOpen ? last?.endPosition : nil
    let began = Self.began(reading, first)
    var planned = ReadThrough(id: reading.id, entry: entry, started: began, at: place)
    planned.startedItself = began != nil
    return PlannedRecord(
      planned,
      onlyWhenNew: ["startedItself"],
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
    guard let timeline = try? Timeline(ended: session.segments) else { return nil }
    var detail = Reading(
      entry: entry,
      readThrough: sitting.reading.id,
      startPosition: session.startPosition,
      pageCount: session.endPosition?.total
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
