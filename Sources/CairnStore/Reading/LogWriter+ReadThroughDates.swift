package import Cairn
import CairnActions
import CairnSQL

/// The changes to the sessions of a read-through in one mutation.
struct ChangedSessions {
  /// The former start days of sessions that changed.
  var left: Set<LocalDay> = []
  /// Whether one of those sessions reached the last page.
  var wasAtEnd = false
}

extension LogWriter {
  /// Records the read-throughs of a changed session, old and new, unless only its notes changed.
  func recordSessionChange(_ new: Record, replacing old: Record?) throws {
    if let old {
      guard try hasMoved(old, to: new) else { return }
      if old.deletion == nil { try recordFormerDay(old) }
    }
    guard let reading = try new.fields.id("readThrough") as Identifier<ReadThrough>? else { return }
    changedSessions[reading.record] = changedSessions[reading.record] ?? ChangedSessions()
  }

  /// Returns whether a change can affect the read-through; while a session is open, only its start can.
  private func hasMoved(_ old: Record, to new: Record) throws -> Bool {
    let differs = { (names: [String]) in names.contains { old.fields[$0] != new.fields[$0] } }
    if differs(["readThrough"] + RecordField.existence) { return true }
    guard differs(["segments", "endPosition"]) else { return false }
    guard old.fields["endedAt"] == .null else { return true }
    let starts = try [old, new].map {
      try Session<NoDetail>(recordID: $0.id, fields: $0.fields).timeline.start
    }
    return starts[0] != starts[1]
  }

  private func recordFormerDay(_ old: Record) throws {
    let session = try Session<NoDetail>(recordID: old.id, fields: old.fields)
    guard let reading = try old.fields.id("readThrough") as Identifier<ReadThrough>? else { return }
    var changed = changedSessions[reading.record] ?? ChangedSessions()
    changed.left.insert(try day(at: session.timeline.start, zone: session.zone))
    if try old.fields.position("endPosition")?.isAtEnd == true { changed.wasAtEnd = true }
    changedSessions[reading.record] = changed
  }

  /// Updates automatic dates of read-throughs to match the changed sessions.
  ///
  /// Every write ends with this. An undo skips it, because it only restores earlier values.
  public func reconcileReadThroughDates() throws {
    let changed = changedSessions.sorted { $0.key < $1.key }
    changedSessions = [:]
    guard state.entry.undoes == nil, !isMergingLog else { return }
    for (id, sessions) in changed where try isReadable(id) {
      if sessions.wasAtEnd { try reconcileFinish(Identifier(id)) }
      guard var reading = try find(ReadThrough.self, id), reading.isStartAutomatic,
        let first = try firstDay(of: reading)
      else { continue }
      reading.follow(earliest: first, left: sessions.left)
      try save(reading)
    }
  }

  /// Returns whether a read-through exists and is complete.
  ///
  /// After a server lost data, only its later changes may have arrived yet.
  private func isReadable(_ id: RecordID) throws -> Bool {
    do throws(CairnError) { return try find(ReadThrough.self, id) != nil } catch {
      guard error.code == "record.malformed" else { throw error }
      return false
    }
  }

  private func reconcileFinish(_ id: Identifier<ReadThrough>) throws {
    guard let reading = try find(ReadThrough.self, id.record),
      var book = try existingBook(reading.entry)
    else { return }
    let ends = try ends(of: reading)
    let day = try ends.filter(\.position.isAtEnd).map { try lastDay(until: $0.end, $0.zone) }.min()
    let finish = book.reconcileFinish(of: id, on: day, at: ends.first?.position)
    if finish != .kept { movedFinish = (book.entry.id, finish) }
    try save(book)
  }

  /// Returns the earliest start day of a read-through's sessions.
  ///
  /// Reads only sessions that started within two days of the first, because time zones differ by less. So the cost does
  /// not grow with the number of sessions.
  private func firstDay(of reading: ReadThrough) throws -> LocalDay? {
    let query: SQL = """
      SELECT min(session.day) FROM reading JOIN session ON session.id = reading.session
      WHERE reading.entry = \(reading.entry) AND reading.read_through = \(reading.id)
        AND reading.started_at < 172800000 + (
          SELECT started_at FROM reading
          WHERE entry = \(reading.entry) AND read_through = \(reading.id)
          ORDER BY started_at LIMIT 1)
      """
    return try connection.value(query)
  }

  /// Returns the end positions of a read-through's sessions, latest first.
  package func ends(
    of reading: ReadThrough
  ) throws -> [(session: RecordID, position: Position, end: Instant, zone: String)] {
    try connection.all(
      """
      SELECT reading.session, reading.end_position, session.ended_at, session.zone
      FROM reading JOIN session ON session.id = reading.session
      WHERE reading.entry = \(reading.entry) AND reading.read_through = \(reading.id)
        AND reading.end_position IS NOT NULL AND session.ended_at IS NOT NULL
      ORDER BY session.started_at DESC, session.id DESC
      """
    ) { row in
      let position = try Position(text: row["end_position"])
      return try (row["session"], position, row["ended_at"] ?? now, row["zone"])
    }
  }
}
