import Cairn
import CairnStore

extension Model {
  var today: LocalDay { day(now) }

  func day(_ instant: Instant) -> LocalDay { Days.day(instant, zone: zone, hour: hour) }

  var hour: Int64 { setting(.dayStartHour).flatMap { Int64($0) } ?? 0 }

  func setting(_ setting: Setting) -> String? {
    let key = Key(
      kind: RecordKind("setting"),
      id: RecordID(derivedFrom: ["setting", setting.name])
    )
    guard let fields = things[key], fields.deletion == nil else { return nil }
    return (try? fields.text("value")) ?? nil
  }

  mutating func change(_ setting: Setting, _ value: String?) throws {
    guard self.setting(setting) != value else { return }
    let kind = RecordKind("setting")
    let id = RecordID(derivedFrom: ["setting", setting.name])
    if things[Key(kind: kind, id: id)] == nil { _ = newID(kind) }
    set("name", .text(setting.name), kind, id)
    set("value", value.map { .text($0) } ?? .null, kind, id)
    set(RecordField.deleted, .null, kind, id)
  }

  /// Returns a book with its readings, ended ones by date, an open one last.
  func book(_ id: Identifier<Entry>) throws -> Book {
    let entry = try find(Entry.self, id.record)
    let work = try find(Work.self, entry.work.record)
    let edition = entry.edition.flatMap { try? find(Edition.self, $0.record) }
    let readings = all(ReadThrough.self).filter { $0.entry == id }.sorted { $0.precedes($1) }
    return Book(work: work, entry: entry, edition: edition, readThroughs: readings)
  }

  /// Returns the title of a book, including a deleted one.
  func title(of id: Identifier<Entry>) -> String? {
    let fields = things[Key(kind: Entry.recordKind, id: id.record)] ?? Fields()
    guard fields.deletion != Deletion.byUndo,
      let entry = try? Entry(recordID: id.record, fields: fields)
    else { return nil }
    return try? find(Work.self, entry.work.record).title
  }

  mutating func change(
    _ id: Identifier<Entry>,
    _ rule: (inout Book, () -> RecordID) throws -> Void
  ) throws {
    var book = try book(id)
    var next = self
    try rule(&book) { next.newID(ReadThrough.recordKind) }
    self = next
    put(book.work)
    put(book.entry)
    if let edition = book.edition { put(edition) }
    for reading in book.readThroughs { put(reading) }
  }

  mutating func addBook(
    _ title: String,
    _ pages: Int64?,
    _ status: ReadingStatus
  ) throws {
    let work = try Work(id: Identifier(newID(Work.recordKind)), title: title)
    let id = Identifier<Entry>(newID(Entry.recordKind))
    put(work)
    put(Entry(id: id, work: work.id, added: today))
    if let pages { try setPages(pages, id) }
    let today = today
    try change(id) { $0.changeStatus(status, today: today, newID: $1) }
  }

  mutating func setPages(_ pages: Int64, _ id: Identifier<Entry>) throws {
    let book = try book(id)
    var edition =
      book.edition ?? Edition(id: Identifier(newID(Edition.recordKind)), work: book.work.id)
    edition.pages = pages
    put(edition)
    try change(id) { book, _ in
      book.edition = edition
      book.entry.edition = edition.id
    }
  }

  mutating func deleteBook(_ id: Identifier<Entry>) throws {
    _ = try book(id)
    let open = all(Session<NoDetail>.self).filter {
      $0.kind == Reading.kind && $0.timeline.end == nil
    }
    for session in open where try find(Session<Reading>.self, session.id.record).detail.entry == id
    {
      set(RecordField.isDeleted, .bool(true), SessionRecord.kind, session.id.record)
    }
    set(RecordField.isDeleted, .bool(true), Entry.recordKind, id.record)
  }

  /// Sets the book and reading of a session that starts on a day: the open reading, or one that ended later.
  mutating func detail(
    _ id: Identifier<Entry>,
    _ day: LocalDay,
    ended: ReadThrough?
  ) throws -> Reading {
    if ended == nil { try change(id) { $0.changeStatus(.reading, today: day, newID: $1) } }
    let book = try book(id)
    guard let reading = ended ?? book.openReading else { throw Self.refused("no reading") }
    return Reading(
      entry: id,
      readThrough: reading.id,
      startPosition: ended == nil ? reading.position : nil,
      pageCount: book.pages,
      edition: book.edition?.id
    )
  }

  mutating func trackReading(
    _ id: Identifier<Entry>,
    _ segments: [Segment],
    _ pages: Int64?,
    _ page: Int64?,
    _ adjust: Bool
  ) throws {
    let day = day(segments[0].start)
    let ended = try book(id).endedReading(of: day, today: self.day(now))
    var detail = try detail(id, day, ended: ended)
    let isLatest = !sessions(of: id).contains { $0.timeline.start > segments[0].start }
    if ended == nil, !isLatest {
      let before = sessions(of: id).filter { $0.timeline.start < segments[0].start }
      let order = { (one: Session<Reading>) in (one.timeline.start, one.id) }
      detail.startPosition = before.max { order($0) < order($1) }?.detail.endPosition
    }
    let start = detail.startPosition?.page(in: detail.pageCount)
    if page == nil, let pages { try book(id).require(pages: pages) }
    let last = segments.compactMap(\.end).max().map { self.day($0 - Milliseconds(1)) } ?? day
    if let reached = page ?? start.flatMap({ start in pages.map { start + $0 } }) {
      let place = try book(id).page(reached)
      try detail.reach(place)
      if ended == nil, isLatest { try reach(place, id, max(day, last)) }
    } else {
      detail.pages = pages
    }
    try track(detail, segments, adjust)
  }

  private func sessions(of book: Identifier<Entry>) -> [Session<Reading>] {
    all(Session<NoDetail>.self).filter { $0.kind == Reading.kind }
      .compactMap { try? find(Session<Reading>.self, $0.id.record) }
      .filter { $0.detail.entry == book }
  }

  /// Throws for a merge of two sessions of a book around a third, because its pages would count twice.
  func requireNothingBetween(_ id: SessionID, _ other: SessionID) throws {
    let two = try [id, other].map { try find(Session<Reading>.self, $0.record) }
    let end = two.compactMap(\.timeline.end).min() ?? .limit
    let start = max(two[0].timeline.start, two[1].timeline.start)
    let isBetween = sessions(of: two[0].detail.entry).contains { third in
      ![id, other].contains(third.id)
        && third.timeline.segments.contains { max($0.start, end) < min($0.end ?? .limit, start) }
    }
    guard !isBetween else { throw Self.refused("another lies between") }
  }

  mutating func endReading(
    _ id: SessionID,
    _ page: Int64?,
    _ allowShort: Bool
  ) throws {
    let detail = try find(Session<Reading>.self, id.record).detail
    let entry = detail.entry
    let (book, now, zone) = (try? book(entry), now, zone)
    let place = try page.map { try book?.page($0) ?? Position.page($0, of: detail.pageCount) }
    try edit(id, Reading.self) { (session) throws(CairnError) in
      session.detail.pageCount = book?.pages ?? session.detail.pageCount
      session.detail.edition = book?.edition?.id ?? session.detail.edition
      if let place { try session.detail.reach(place) }
      try session.end(at: now, zone: zone, allowShort: allowShort)
    }
    let ended = try find(Session<Reading>.self, id.record)
    guard let place, let book, !book.hasEnded(ended.detail.readThrough) else { return }
    let end = max(ended.timeline.start + Milliseconds(1), ended.timeline.end ?? now)
    try reach(place, entry, day(end - Milliseconds(1)))
  }

  private mutating func reach(
    _ place: Position,
    _ id: Identifier<Entry>,
    _ day: LocalDay
  ) throws {
    let finishes = setting(.autoFinish) != "no"
    try change(id) { book, newID in
      book.reach(place, finishesAtEnd: finishes, today: day, newID: newID)
    }
  }
}
