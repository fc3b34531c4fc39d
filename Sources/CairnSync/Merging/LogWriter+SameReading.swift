import Cairn
import CairnActions
import CairnStore

extension LogWriter {
  /// Merges the readings that two devices started concurrently, so that each page counts once.
  ///
  /// Moves the bookmark to the end of the last session.
  func reconcileReadings(in push: SyncPush) throws {
    for entry in try push.booksWithNewReadings.sorted(by: { $0.record < $1.record }) {
      try beginAutomaticMutation()
      try mergeOpenReadings(of: entry)
    }
    for id in push.reads.sorted() {
      try beginAutomaticMutation()
      try moveToOpenReading(of: id)
      try startAtPreviousEnd(id)
    }
    for id in push.bookmarks.sorted() {
      try beginAutomaticMutation()
      try moveBookmarkToLastSession(of: id)
    }
  }

  /// Merges the open readings of a book, which two devices started.
  private func mergeOpenReadings(of entry: Identifier<Entry>) throws {
    guard var book = try existingBook(entry) else { return }
    let open = book.readThroughs.filter { $0.outcome == nil }
    guard open.count > 1 else { return }
    book.readThroughs.removeAll { reading in open.dropFirst().contains { $0.id == reading.id } }
    let joined = book.mergeReadThroughs(Array(open.dropFirst()))
    title = "Two readings of “\(book.work.title)” from two devices merged"
    try moveSessions(from: entry, to: entry) { detail in
      detail.readThrough = joined[detail.readThrough] ?? detail.readThrough
    }
    try deleteReadThroughs(joined.keys)
    try save(book)
    if let now = book.openReading { try advancePosition(nil, in: book, now) }
  }

  /// Moves a session of a deleted reading to the open one.
  private func moveToOpenReading(of id: RecordID) throws {
    guard let session = try readingSession(id),
      try find(ReadThrough.self, session.detail.readThrough.record) == nil,
      let book = try existingBook(session.detail.entry), let open = book.openReading
    else { return }
    title = "Session of “\(book.work.title)” moved to the open reading"
    try change(session.id, as: Reading.self) { $0.detail.readThrough = open.id }
    try advancePosition(nil, in: book, open)
  }

  /// If two sessions have the same start position, moves that of the later one to the end of the earlier one.
  ///
  /// It would have started there if its device had known of the other session.
  private func startAtPreviousEnd(_ id: RecordID) throws {
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
      title = "Start position set to the end of a session on another device"
      try change(pair.1.session.id, as: Reading.self) { $0.detail.startPosition = start }
    }
  }

  /// Returns the sessions of a reading with one start position, in order, and the devices that created them.
  ///
  /// Skips sessions with an explicit page count, which do not depend on positions.
  private func beginning(
    where detail: Reading
  ) throws -> [(session: Session<Reading>, maker: UInt32?)] {
    try ReadingQuery.sessions(startingAlike: detail, in: connection).compactMap { id in
      guard let record = try RecordTable.find(SessionRecord.kind, id, in: connection),
        let session = try readingSession(id), session.detail.pages == nil
      else { return nil }
      return (session, record.stamp(of: RecordField.deleted)?.node)
    }
  }

  /// Moves a bookmark to the end of the last session if an earlier one on another device had moved it back.
  private func moveBookmarkToLastSession(of id: RecordID) throws {
    guard let reading = try find(ReadThrough.self, id), reading.outcome == nil else { return }
    let ends = try ends(of: reading)
    guard let last = ends.first, reading.position != last.position,
      ends.dropFirst().contains(where: { $0.position == reading.position }),
      try maker(of: "position", ReadThrough.recordKind, id)
        != maker(of: "endPosition", SessionRecord.kind, last.session),
      let book = try existingBook(reading.entry)
    else { return }
    title = "Position in “\(book.work.title)” set to the end of its last session"
    try advancePosition(nil, in: book, reading)
  }

  /// Returns the device that set a field.
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
  private var changes: [Change] { mutations.flatMap(\.mutation.changes) }

  /// The books for which one of its mutations starts a reading.
  fileprivate var booksWithNewReadings: Set<Identifier<Entry>> {
    get throws {
      Set(
        try changes.filter { $0.kind == ReadThrough.recordKind }
          .compactMap { try $0.set.id("entry") as Identifier<Entry>? }
      )
    }
  }

  /// The reading sessions that it starts or gives positions.
  fileprivate var reads: Set<RecordID> {
    let names = ["readThrough", "startPosition", "endPosition"]
    return Set(
      changes.filter { change in
        change.kind == SessionRecord.kind && names.contains { change.set[$0] != .null }
      }.map(\.id)
    )
  }

  /// The readings whose bookmark was moved by a mutation that also changes a session.
  fileprivate var bookmarks: Set<RecordID> {
    let steps = mutations.map(\.mutation.changes).filter { changes in
      changes.contains { $0.kind == SessionRecord.kind }
    }
    return Set(
      steps.joined().filter { change in
        change.kind == ReadThrough.recordKind && change.set["position"] != .null
      }.map(\.id)
    )
  }
}
