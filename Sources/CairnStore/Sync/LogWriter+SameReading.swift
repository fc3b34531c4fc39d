import Cairn
import CairnSQL

extension LogWriter {
  /// Has two devices that read in one book without knowing of each other read in one reading, each page of it once,
  /// and leaves the bookmark where the last session did.
  func followReadings(in push: SyncPush) throws {
    for entry in try push.booksBegun.sorted(by: { $0.record < $1.record }) {
      try beginAutomaticMutation()
      try joinOpenReadings(of: entry)
    }
    for id in push.reads.sorted() {
      try beginAutomaticMutation()
      try followReading(of: id)
      try beginWhereOtherEnded(id)
    }
    for id in push.bookmarks.sorted() {
      try beginAutomaticMutation()
      try followLastSession(of: id)
    }
  }

  /// Makes one of the readings of a book that are open, which two devices began.
  private func joinOpenReadings(of entry: Identifier<Entry>) throws {
    guard var book = try bookOnShelf(entry) else { return }
    let open = book.readThroughs.filter { $0.outcome == nil }
    guard open.count > 1 else { return }
    book.readThroughs.removeAll { reading in open.dropFirst().contains { $0.id == reading.id } }
    let joined = book.applyPush(Array(open.dropFirst()))
    title = "Join two readings of “\(book.work.title)” that were begun on two devices"
    try moveSessions(from: entry, to: entry) { detail in
      detail.readThrough = joined[detail.readThrough] ?? detail.readThrough
    }
    for id in joined.keys.sorted(by: { $0.record < $1.record }) {
      try delete(ReadThrough.recordKind, id.record)
    }
    try save(book)
    if let now = book.openReading { try reachLate(nil, in: book, now) }
  }

  /// Moves a session of a reading that is gone to the one that is open.
  private func followReading(of id: RecordID) throws {
    guard let session = try readingSession(id),
      try find(ReadThrough.self, session.detail.readThrough.record) == nil,
      let book = try bookOnShelf(session.detail.entry), let open = book.openReading
    else { return }
    title = "Move a session of “\(book.work.title)” to the reading that is open"
    try change(session.id, as: Reading.self) { $0.detail.readThrough = open.id }
    try reachLate(nil, in: book, open)
  }

  /// Has the later of two sessions that began at one place, on two devices, begin where the other one ended.
  ///
  /// That is where it would have begun had its device known of the other.
  private func beginWhereOtherEnded(_ id: RecordID) throws {
    guard let session = try readingSession(id), session.detail.startPosition != nil else { return }
    for _ in 0..<8 {
      let alike = try beginning(where: session.detail)
      guard
        let pair = zip(alike, alike.dropFirst()).first(where: { $0.maker != $1.maker }),
        let end = pair.0.session.detail.endPosition
      else { return }
      let (detail, last) = (pair.1.session.detail, pair.1.session.detail.endPosition)
      let isPast = last.map { $0.isBefore(end, pages: detail.pageCount) } ?? false
      guard let start = isPast ? last : end, start != detail.startPosition else { return }
      title = "Begin a session where the one before it on another device ended"
      let id = pair.1.session.id
      let before = isPast ? try stored("startPosition", of: id) : nil
      try change(id, as: Reading.self) { $0.detail.startPosition = start }
      if let before { try keepPassedPages(of: id, before) }
    }
  }

  private typealias StoredValue = (value: FieldValue, stamp: Stamp)

  private func stored(_ field: String, of id: SessionID) throws -> StoredValue? {
    let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
    return record.flatMap { record in record.stamp(of: field).map { (record.fields[field], $0) } }
  }

  /// Keeps where a session began that ends before the one before it: none of its pages counts, and only the person
  /// knows whether some should.
  private func keepPassedPages(of id: SessionID, _ before: StoredValue) throws {
    guard let now = try stored("startPosition", of: id) else { return }
    let conflict = Conflict(
      kind: SessionRecord.kind,
      about: id.record,
      field: "startPosition",
      value: before.value,
      stamp: before.stamp
    )
    try keep(conflict, since: now.stamp)
  }

  /// The sessions of a reading that begin at one place, in their order, and the devices that made them.
  ///
  /// One that says how many pages were read counts no place.
  private func beginning(
    where detail: Reading
  ) throws -> [(session: Session<Reading>, maker: UInt32?)] {
    let query: SQL = """
      SELECT session FROM reading WHERE entry = \(detail.entry)
        AND read_through = \(detail.readThrough) AND start_position = \(detail.startPosition?.text)
      ORDER BY started_at, session
      """
    return try connection.all(query, { try $0.id(0) }).compactMap { (id: RecordID) in
      guard let record = try RecordTable.find(SessionRecord.kind, id, in: connection),
        let session = try readingSession(id), session.detail.pages == nil
      else { return nil }
      return (session, record.stamp(of: RecordField.deleted)?.node)
    }
  }

  /// Leaves the bookmark of a reading where its last session ended, if an earlier one of another device has set it
  /// back there.
  private func followLastSession(of id: RecordID) throws {
    guard let reading = try find(ReadThrough.self, id), reading.outcome == nil else { return }
    let ends = try ends(of: reading)
    guard let last = ends.first, reading.position != last.place,
      ends.dropFirst().contains(where: { $0.place == reading.position }),
      try maker(of: "position", ReadThrough.recordKind, id)
        != maker(of: "endPosition", SessionRecord.kind, last.session),
      let book = try bookOnShelf(reading.entry)
    else { return }
    title = "Move the bookmark of “\(book.work.title)” to where its last session ended"
    try reachLate(nil, in: book, reading)
  }

  /// The device that set a field.
  private func maker(of field: String, _ kind: RecordKind, _ id: RecordID) throws -> UInt32? {
    try RecordTable.find(kind, id, in: connection)?.stamp(of: field)?.node
  }

  private func readingSession(_ id: RecordID) throws -> Session<Reading>? {
    guard let record = try RecordTable.find(SessionRecord.kind, id, in: connection),
      record.deletion == nil, record.fields["readThrough"] != .null
    else { return nil }
    return try Session<Reading>(recordID: id, fields: record.fields)
  }
}

extension SyncPush {
  private var changes: [Change] { lines.flatMap(\.mutation.changes) }

  /// The books of which a step in it begins a reading.
  fileprivate var booksBegun: Set<Identifier<Entry>> {
    get throws {
      Set(
        try changes.filter { $0.kind == ReadThrough.recordKind }
          .compactMap { try $0.set.id("entry") as Identifier<Entry>? }
      )
    }
  }

  /// The reading sessions that it begins or gives places.
  fileprivate var reads: Set<RecordID> {
    let names = ["readThrough", "startPosition", "endPosition"]
    return Set(
      changes.filter { change in
        change.kind == SessionRecord.kind && names.contains { change.set[$0] != .null }
      }.map(\.id)
    )
  }

  /// The readings of which a step in it that changes a session moves the bookmark.
  fileprivate var bookmarks: Set<RecordID> {
    let steps = lines.map(\.mutation.changes).filter { changes in
      changes.contains { $0.kind == SessionRecord.kind }
    }
    return Set(
      steps.joined().filter { change in
        change.kind == ReadThrough.recordKind && change.set["position"] != .null
      }.map(\.id)
    )
  }
}
