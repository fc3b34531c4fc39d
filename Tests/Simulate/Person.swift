import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import CairnReports
import CairnSync

/// A simulated user of a device, who makes nearly every change to sessions at random.
struct Person {
  private let log: Log
  private let now: Instant
  private let chance: SharedChance
  private let actionMix: ActionMix

  init(_ station: Station, _ chance: SharedChance, _ actionMix: ActionMix) {
    (log, now, self.chance, self.actionMix) = (station.log, station.clock.now, chance, actionMix)
  }

  /// Performs one action if the rules allow it.
  ///
  /// Returns its mutation, which counts as acknowledged, and the deleted session.
  func act() async throws -> (mutation: RecordID?, deleted: SessionID?) {
    let before = try await head()
    var deleted: SessionID?
    do {
      if actionMix.namesDevices, chance.isUnder(15) {
        try await name()
      } else if chance.isUnder(actionMix.cutting) {
        try await cut()
      } else if actionMix.isWide, chance.isUnder(actionMix.climbing) {
        try await Climber(log, chance, actionMix).act()
      } else if actionMix.isWide, chance.isUnder(actionMix.rearranging) {
        try await rearrange()
      } else {
        deleted = try await read()
      }
    } catch is CairnError {
      return (nil, nil)
    }
    let last = try await head()
    return (last == before ? nil : last, deleted)
  }

  /// Returns the last mutation.
  private func head() async throws -> RecordID? { try await Log.head(of: log.database) }

  private func read() async throws -> SessionID? {
    let (kind, choice) = (chance.one(of: actionMix.readings), chance.number(below: 1_000))
    return try await act(kind == 7 && !actionMix.undoes ? 10 : kind, choice)
  }

  private func act(_ kind: Int, _ choice: Int) async throws -> SessionID? {
    let sessions = try await log.sessions(SessionFilter()).map(\.id)
    let session = sessions.isEmpty ? nil : sessions[choice % sessions.count]
    let books = try await log.books().map(\.id)
    let book = books.isEmpty ? nil : books[choice % books.count]
    switch (kind, book, session) {
    case (0, _, _), (_, .none, _): try await add("Book \(choice)")
    case (1, let book?, _), (2, let book?, _): try await start(book)
    case (3, _, let session?):
      try await change(session) { (session, time) throws(CairnError) in try session.pause(at: time)
      }
    case (4, _, let session?):
      try await change(session) { (session, time) throws(CairnError) in try session.resume(at: time)
      }
    case (5, _, let session?): try await stop(session)
    case (6, _, let session?):
      try await delete(session)
      return session
    case (7, _, _): _ = try await log.undo(keepChanged: true)
    case (8, let book?, _): try await track(book, choice)
    case (9, let book?, _): try await rate(book, Int64(choice % 20 + 1))
    case (_, _, let session?):
      try await change(session) { session, _ in
        session.note = "note \(choice)"
      }
    default: break
    }
    return nil
  }

  func add(_ title: String) async throws {
    let new = NewBook(title: title, pages: 300, status: .toRead)
    _ = try await log.write("Add a book") { try AddBook(new, zone: "UTC").run(in: $0).entry.id }
  }

  private func start(_ book: Identifier<Entry>) async throws {
    _ = try await log.write("Start") { try $0.startReading(book, at: $0.now, zone: "UTC") }
  }

  private func change(
    _ id: SessionID,
    _ rule: @escaping @Sendable (inout Session<NoDetail>, Instant) throws(CairnError) -> Void
  ) async throws {
    try await log.write("Change") { writer in
      try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
        try rule(&session, writer.now)
      }
    }
  }

  private func stop(_ id: SessionID) async throws {
    _ = try await log.write("Stop") { writer in
      try writer.endReading(
        id,
        position: { _ in nil },
        at: writer.now,
        zone: "UTC",
        allowShort: true
      )
    }
  }

  private func delete(_ id: SessionID) async throws {
    try await log.write("Delete") { try $0.delete(SessionRecord.kind, id.record) }
  }

  private func track(_ book: Identifier<Entry>, _ choice: Int) async throws {
    let start = now + Milliseconds(Int64(-choice) * 60_000 - 600_000)
    let stretch = Segment(start: start, end: start + .minutes(5))
    _ = try await log.write("Track") { writer in
      try writer.trackReading(
        book,
        [stretch],
        zone: "UTC",
        note: nil,
        pages: 3,
        reaching: { _ in nil },
        adjust: false,
        allowShort: true
      )
    }
  }

  /// Suggests a device name, as every command does, chooses one, or discards a losing value.
  private func name() async throws {
    let choice = chance.number(below: 10)
    if choice < 4 { return try await log.suggest("Machine") }
    guard choice > 6 else {
      return try await log.write("Name") { try RenameDevice("Name \(choice)").run(in: $0) }
    }
    guard let lost = try await log.openConflicts().first else { return }
    _ = try await log.write("Let go") { try $0.keepCurrentValue(lost.conflict.recordID) }
  }

  /// Splits, merges or moves a session; sometimes two climbing sessions, which have climbs to lose.
  private func cut() async throws {
    let all = try await log.sessions(SessionFilter()).filter { $0.endedAt != nil }
    let climbing = all.filter { $0.kind == Climbing.kind }
    let choice = chance.number(below: 8)
    if all.isEmpty || (choice < 3 && climbing.count < 3) { return try await climbEarlier() }
    let sessions = climbing.isEmpty || chance.isUnder(30) ? all : climbing
    let one = sessions[chance.number(below: sessions.count)]
    let alike = all.filter { $0.kind == one.kind && $0.entry == one.entry && $0.id != one.id }
    let other = alike.isEmpty ? one.id : alike[chance.number(below: alike.count)].id
    let (start, end) = (one.startedAt, one.endedAt ?? now)
    let tenths = chance.number(below: 9) + 1
    let moment = start + Milliseconds((end - start).count * Int64(tenths) / 10)
    _ = try await log.write(Content.cut) { writer in
      switch choice {
      case 0, 1, 2: try AddClimb(NewClimb(), to: one.id).run(in: writer)
      case 3: _ = try SplitSession(one.id, at: moment).run(in: writer)
      case 4, 5: try MergeSessions(one.id, other).run(in: writer)
      case 6:
        try writer.change(one.id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.move(to: moment)
        }
      default:
        let (later, earlier) = tenths < 5 ? (moment, nil) : (nil, moment)
        try writer.change(one.id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.resize(start: later, end: earlier)
        }
      }
    }
  }

  /// Logs a climbing session with a climb.
  private func climbEarlier() async throws {
    let start = now + Milliseconds(Int64(-chance.number(below: 300)) * 60_000 - 900_000)
    let stretch = Segment(start: start, end: start + .minutes(10))
    _ = try await log.write("Climb earlier") { writer in
      let session = try writer.track(
        Climbing(discipline: .bouldering),
        [stretch],
        zone: "UTC",
        note: nil,
        adjust: true,
        allowShort: true
      )
      try AddClimb(NewClimb(), to: session.id).run(in: writer)
    }
  }

  private func rearrange() async throws {
    let books = try await log.books().map(\.id)
    let (one, other) = (chance.number(below: 1_000), chance.number(below: 1_000))
    guard !books.isEmpty else { return }
    let book = books[one % books.count]
    if chance.isUnder(50) {
      guard !actionMix.allowsLogMerge else { return try await join(book, other) }
      return try await merge(books[other % books.count], into: book)
    }
    try await setAsNewer(chance.isUnder(50) ? book : nil, other)
  }

  /// Sets data unknown to this version: a field of a book, or a record of another kind.
  private func setAsNewer(_ book: Identifier<Entry>?, _ choice: Int) async throws {
    var fields = Fields()
    fields[Content.newerField + String(choice % 5)] = .integer(Int64(choice))
    if book == nil { fields[RecordField.deleted] = .null }
    _ = try await log.write("Set as a newer version") { [fields] writer in
      let kind = book == nil ? RecordKind("hologram") : Entry.recordKind
      try writer.set(fields, kind, book?.record ?? writer.newID())
    }
  }

  /// Merges a value of another log without its history.
  private func join(_ book: Identifier<Entry>, _ choice: Int) async throws {
    var fields = Fields()
    fields["notes"] = .text("note \(choice)")
    let stamp = Stamp(time: UInt64(now.milliseconds - 60_000) << 16, node: UInt32(choice))
    let record = Record(kind: Entry.recordKind, id: book.record, fields: fields, stamp: stamp)
    _ = try await log.write(Content.join) { writer in
      var join = try LogMerge(writer)
      try join.add(record, line: 1)
      return try join.finish()
    }
  }

  private func merge(_ twin: Identifier<Entry>, into book: Identifier<Entry>) async throws {
    _ = try await log.write("Merge") { try MergeBooks(book, twin).run(in: $0) }
  }

  /// Rates a book in quarters of a star.
  func rate(_ book: Identifier<Entry>, _ quarters: Int64) async throws {
    _ = try await log.write("Rate") { writer in
      guard var entry = try writer.find(Entry.self, book.record) else { return }
      entry.rating = quarters
      try writer.save(entry)
    }
  }
}
