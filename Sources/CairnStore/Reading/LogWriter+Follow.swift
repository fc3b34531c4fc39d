import Cairn
import CairnSQL

/// How the sessions of a reading have changed in one action.
struct ChangedSessions {
  /// Days on which a session began that is no longer what it was.
  var left: Set<LocalDay> = []
  /// Whether one of those reached the last page.
  var reachedEnd = false
}

extension LogWriter {
  /// Notes which reading a session belonged to and belongs to, when more changed than its notes.
  func noteSession(_ new: Record, replacing old: Record?) throws {
    if let old {
      guard try hasMoved(old, to: new) else { return }
      if old.deletion == nil { try noteLeft(old) }
    }
    guard let reading = try new.fields.id("readThrough") as Identifier<ReadThrough>? else { return }
    changedSessions[reading.record] = changedSessions[reading.record] ?? ChangedSessions()
  }

  /// While a session is open, only its start says anything of its reading.
  private func hasMoved(_ old: Record, to new: Record) throws -> Bool {
    let differs = { (names: [String]) in names.contains { old.fields[$0] != new.fields[$0] } }
    if differs(["readThrough", RecordField.deleted]) { return true }
    guard differs(["segments", "endPosition"]) else { return false }
    guard old.fields["endedAt"] == .null else { return true }
    let starts = try [old, new].map {
      try Session<NoDetail>(recordID: $0.id, fields: $0.fields).timeline.start
    }
    return starts[0] != starts[1]
  }

  private func noteLeft(_ old: Record) throws {
    let session = try Session<NoDetail>(recordID: old.id, fields: old.fields)
    guard let reading = try old.fields.id("readThrough") as Identifier<ReadThrough>? else { return }
    var changed = changedSessions[reading.record] ?? ChangedSessions()
    changed.left.insert(try day(at: session.timeline.start, zone: session.zone))
    if try old.fields.position("endPosition")?.isAtEnd == true { changed.reachedEnd = true }
    changedSessions[reading.record] = changed
  }

  /// Brings dates that were set by themselves in line with the sessions that changed.
  ///
  /// Every write ends with it. An undo puts back what was, and nothing else.
  public func followSessions() throws {
    let changed = changedSessions.sorted { $0.key < $1.key }
    changedSessions = [:]
    guard undoes == nil, !isJoining else { return }
    for (id, sessions) in changed where try isReadable(id) {
      if sessions.reachedEnd { try followFinish(Identifier(id)) }
      guard var reading = try find(ReadThrough.self, id), reading.isStartAutomatic,
        let first = try firstDay(of: reading)
      else { continue }
      reading.follow(earliest: first, left: sessions.left)
      try save(reading)
    }
  }

  /// Whether a reading is there and whole; of one that a server lost, only what changed since may have
  /// come yet.
  private func isReadable(_ id: RecordID) throws -> Bool {
    do { return try find(ReadThrough.self, id) != nil } catch let error as CairnError {
      guard error.code == "record.malformed" else { throw error }
      return false
    }
  }

  private func followFinish(_ id: Identifier<ReadThrough>) throws {
    guard let reading = try find(ReadThrough.self, id.record),
      var book = try bookOnShelf(reading.entry)
    else { return }
    let ends = try ends(of: reading)
    let day = try ends.filter(\.place.isAtEnd).map { try lastDay(until: $0.end, $0.zone) }.min()
    let finish = book.followFinish(of: id, on: day, at: ends.first?.place)
    if finish != .stands { followedFinish = (book.entry.id, finish) }
    try save(book)
  }

  /// The day of the last moment before an end.
  func lastDay(until end: Instant, _ zone: String) throws -> LocalDay {
    try day(at: end - Milliseconds(1), zone: zone)
  }

  /// The earliest day on which a session of a reading began.
  ///
  /// Only sessions that started within two days of the first can have it, as no two zones are further
  /// apart; so this reads a few rows of a reading, however many sessions it has.
  private func firstDay(of reading: ReadThrough) throws -> LocalDay? {
    let query: SQL = """
      SELECT min(session.day) FROM reading JOIN session ON session.id = reading.session
      WHERE reading.entry = \(reading.entry) AND reading.read_through = \(reading.id)
        AND reading.started_at < 172800000 + (
          SELECT started_at FROM reading
          WHERE entry = \(reading.entry) AND read_through = \(reading.id)
          ORDER BY started_at LIMIT 1)
      """
    return try connection.first(query) { try $0.integerOrNil(0) }.flatMap(\.self)
      .map { LocalDay(number: Int32(truncatingIfNeeded: $0)) }
  }

  /// Where the sessions of a reading ended, the latest first.
  func ends(
    of reading: ReadThrough
  ) throws -> [(session: RecordID, place: Position, end: Instant, zone: String)] {
    try connection.all(
      """
      SELECT reading.session, reading.end_position, session.ended_at, session.zone
      FROM reading JOIN session ON session.id = reading.session
      WHERE reading.entry = \(reading.entry) AND reading.read_through = \(reading.id)
        AND reading.end_position IS NOT NULL AND session.ended_at IS NOT NULL
      ORDER BY session.started_at DESC, session.id DESC
      """
    ) { row in
      let end = try row.instantOrNil(2) ?? now
      return (try row.id(0), try Position(text: row.text(1)), end, try row.text(3))
    }
  }
}
