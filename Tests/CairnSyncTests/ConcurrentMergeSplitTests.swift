import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports
import CairnSync

/// Concurrent edits of session times on two devices.
@Suite struct `A session that one device merges or splits while another changes it` {
  typealias Step = SyncWorld.Step

  /// Two concurrent edits of two sessions of a book: 08:00–09:00 with 30 pages, 09:00–09:30 with 10 more.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let one: Step
    let other: Step
    /// The minutes of all sessions afterwards, if the first edit was later, and if the second was.
    let minutes: [Int]
  }

  static let cases = [
    Case("merge, and an earlier start", merge, edit(start: "07:50"), [90, 70]),
    Case("merge, and a split", merge, split(0, "08:10"), [140, 60]),
    Case("merge, and a later end of the second", merge, edit(1, end: "09:45"), [90, 90]),
    Case("merge, and a split of the second", merge, split(1, "09:10"), [110, 110]),
    Case("two splits", split(0, "08:30"), split(0, "08:40"), [110, 120]),
    Case("the same split", split(0, "08:30"), split(0, "08:30"), [90, 90]),
    Case("merge, and an earlier end", merge, edit(0, end: "08:50"), [90, 50]),
    Case("a split, and a later end", split(1, "09:10"), edit(1, end: "09:45"), [90, 125]),
    Case("a split, and an earlier end", split(0, "08:30"), edit(0, end: "08:40"), [90, 100]),
    Case(
      "time taken out, and an earlier end",
      trackOther("08:30", "08:45"),
      edit(0, end: "08:58"),
      [90, 103]
    ),
    Case(
      "merges in opposite directions",
      merge,
      { try MergeSessions($2, $1).run(in: $0) },
      [90, 90]
    ),
    Case("merge, and a move of the second", merge, move(1, "05:00"), [90, 90]),
    Case("merge, and a shorter second", merge, edit(1, end: "09:20"), [90, 90]),
    Case(
      "merge, and time taken out of the second",
      merge,
      trackOther("09:10", "09:20"),
      [100, 100]
    ),
    Case("a split, and a move", split(0, "08:30"), move(0, "10:00"), [90, 120]),
  ]

  /// Undoing both, latest first, restores the original, also after a sync.
  ///
  /// In between, no minute counts twice.
  @Test(arguments: cases, [true, false])
  func `is unchanged after both are undone`(step: Case, isLater: Bool) async throws {
    try await SyncWorld.runConcurrently(step.one, step.other, isLater, true) { world, _ in
      let log = world.devices[0].log
      for _ in 0..<2 {
        _ = try await log.undo()
        try await world.syncAll()
        try await expectEqual(world)
        #expect(try await Self.counts(in: log).overlaps.isEmpty)
        #expect(try await Self.counts(in: log).pages == 40)
      }
      let rows = try await log.sessions(SessionFilter())
      #expect(rows.map { Int($0.active.count) / 60_000 } == [30, 60])
    }
  }

  @Test(arguments: cases, [true, false])
  func `counts each minute once, or is reported`(_ step: Case, sendsFirst: Bool) async throws {
    for isLater in [true, false] {
      try await Self.run(step, isLater: isLater, sendsFirst: sendsFirst) { log in
        let counts = try await Self.counts(in: log)
        let lost = try await log.openConflicts().map(\.conflict.field)
        #expect(counts.minutes == step.minutes[isLater ? 0 : 1], "\(isLater)")
        // A later end adds up to 15 minutes.
        let isOnce = counts.minutes <= 105 && counts.pages == 40 && counts.overlaps.isEmpty
        let isReported = !Set(lost).isDisjoint(with: ["segments", RecordField.deleted])
        #expect(isOnce || isReported, "\(isLater) \(lost)")
        #expect(try await Set(log.overlaps().map(\.session.id)) == counts.overlaps, "\(isLater)")
      }
    }
  }

  /// Returns the minutes and pages of all sessions, and those that share time with an earlier one.
  private static func counts(
    in log: Log
  ) async throws -> (minutes: Int, pages: Int64, overlaps: Set<SessionID>) {
    let rows = try await log.sessions(SessionFilter())
    let overlaps = rows.indices.filter { index in
      rows[(index + 1)...].contains { $0.timeline.overlaps(rows[index].timeline, now: .limit) }
    }
    let minutes = rows.reduce(0) { $0 + Int($1.active.count) } / 60_000
    return (minutes, rows.compactMap(\.amount).reduce(0, +), Set(overlaps.map { rows[$0].id }))
  }

  private static func run(
    _ step: Case,
    isLater: Bool,
    sendsFirst: Bool,
    _ check: (Log) async throws -> Void
  ) async throws {
    try await SyncWorld.runConcurrently(step.one, step.other, isLater, sendsFirst) { world, _ in
      try await check(world.server.log)
    }
  }
}

extension `A session that one device merges or splits while another changes it`.Case {
  typealias Suite =
    `A session that one device merges or splits while another changes it`

  init(_ name: String, _ one: @escaping Suite.Step, _ other: @escaping Suite.Step, _ minutes: [Int])
  {
    self.init(testDescription: name, one: one, other: other, minutes: minutes)
  }
}

extension `A session that one device merges or splits while another changes it` {
  private static let merge: Step = { try MergeSessions($1, $2).run(in: $0) }

  private static func time(_ text: String) -> Instant {
    Instant(text: "2026-01-05T\(text):00Z") ?? .limit
  }

  /// Adds two climbing sessions, half an hour apart.
  @Sendable private static func climbTwice(_ writer: LogWriter) throws -> [SessionID] {
    try ["08:00-09:00", "09:30-10:00"].map { text in
      let times = text.split(separator: "-").map { time(String($0)) }
      return try writer.track(
        Climbing(discipline: .bouldering),
        [Segment(start: times[0], end: times[1])],
        zone: "UTC",
        note: nil,
        adjust: false,
        allowShort: true
      ).id
    }
  }

  private static func split(_ which: Int, _ cut: String) -> Step {
    { _ = try SplitSession(which == 0 ? $1 : $2, at: time(cut)).run(in: $0) }
  }

  private static func edit(_ which: Int = 0, start: String? = nil, end: String? = nil) -> Step {
    { writer, first, second in
      try writer.change(which == 0 ? first : second, as: Reading.self) {
        (session) throws(CairnError) in
        try session.resize(start: start.map(time), end: end.map(time))
      }
    }
  }

  private static func move(_ which: Int, _ start: String) -> Step {
    { writer, first, second in
      try writer.change(which == 0 ? first : second, as: Reading.self) {
        (session) throws(CairnError) in
        try session.move(to: time(start))
      }
    }
  }

  /// Tracks another book in the middle of the session.
  private static func trackOther(_ start: String, _ end: String) -> Step {
    { writer, _, _ in
      let book = try AddBook(NewBook(title: "Emma"), zone: "UTC").run(in: writer).entry.id
      let segments = [Segment(start: time(start), end: time(end))]
      _ = try writer.trackReading(
        book,
        segments,
        zone: "UTC",
        note: nil,
        pages: nil,
        reaching: { _ in nil },
        adjust: true,
        allowShort: false
      )
    }
  }
}

extension `A session that one device merges or splits while another changes it` {
  @Test(arguments: [true, false], [true, false])
  func `has a conflict about a late climb and note, and both after it is separated`(
    isLater: Bool,
    sendsFirst: Bool
  ) async throws {
    try await SyncWorld.with(2) { world in
      for one in world.devices + [world.server] { Scenario(one).at("12:00") }
      let (one, other) = (world.devices[0].log, world.devices[1].log)
      let ids = try await one.write("Track", Self.climbTwice)
      try await world.syncAll()
      Scenario(world.devices[0]).at(isLater ? "12:02" : "12:01")
      Scenario(world.devices[1]).at(isLater ? "12:01" : "12:02")
      _ = try await one.write("Merge") { try MergeSessions(ids[0], ids[1]).run(in: $0) }
      _ = try await other.write("Log") { writer in
        var new = NewClimb()
        new.name = "Late"
        try AddClimb(new, to: ids[1]).run(in: writer)
        try writer.change(ids[1], as: NoDetail.self) { $0.note = "cold" }
      }
      for one in world.devices + [world.server] { Scenario(one).at("12:30") }
      if !sendsFirst { try await world.sync(1) }
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await one.sessions(SessionFilter()).map(\.id) == [ids[0]])
      let lost = try #require(try await one.openConflicts().first)
      let texts = lost.texts { $0.text }
      #expect(lost.field == "merge" && texts.current == "merged into another session")
      #expect(texts.lost.contains("T09:30"))
      _ = try await one.write("Separate") { try $0.useLosingValue(lost.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await other.climbs(of: ids[1]).map(\.climb.name) == ["Late"])
      #expect(try await other.session(ids[1])?.note == "cold")
      #expect(try await other.sessions(SessionFilter()).map(\.id) == [ids[1], ids[0]])
      #expect(try await other.openConflictCount() == 0)
    }
  }
}

extension `A session that one device merges or splits while another changes it` {
  @Test func `has a conflict when two were recorded at the same time`() async throws {
    try await SyncWorld.with(2) { world in
      for one in world.devices + [world.server] { Scenario(one).at("12:00") }
      let (me, other) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      let book = try await me.add("Dune", pages: 600)
      try await world.syncAll()
      let outer = try await me.track(book, "08:00-08:10 09:00-09:30").id
      let inner = try await other.track(book, "08:10-09:00").id
      try await world.syncAll()
      #expect(try await me.log.overlaps().isEmpty, "it lies in a pause")
      let third = try await me.track(book, "10:00-11:00").id
      let last = try await other.track(book, "10:30-11:30").id
      try await world.syncAll()
      let found = try await me.log.overlaps()
      #expect(found.map { [$0.session.id, $0.other.id] } == [[last, third]])
      #expect(Set([outer, inner]).isDisjoint(with: found.map(\.session.id)))
      #expect(try await me.log.overlaps(among: 2) == found)
      #expect(try await me.log.overlaps(among: 1).isEmpty, "only the newest is searched")
    }
  }
}

extension `A session that one device merges or splits while another changes it` {
  /// The cut is at page 15 of 30.
  @Test(arguments: [true, false], [true, false])
  func `ends at the later of two pages, and the other is a conflict`(
    isLater: Bool,
    sendsFirst: Bool
  ) async throws {
    let correct: Step = { writer, first, _ in
      try writer.change(first, as: Reading.self) { (session) throws(CairnError) in
        session.detail.endPosition = try .page(35, of: 600)
      }
    }
    let split = Self.split(0, "08:30")
    try await SyncWorld.runConcurrently(split, correct, isLater, sendsFirst) { world, _ in
      let rows = try await world.server.log.sessions(SessionFilter())
      #expect(rows.map(\.amount) == [10, 15, isLater ? 15 : 35])
      let lost = try await world.server.log.openConflicts().map(\.conflict)
      #expect(lost.map(\.field) == ["endPosition"])
    }
  }

  @Test(arguments: [true, false])
  func `stays merged if somebody who knows of the edit keeps it`(isLater: Bool) async throws {
    let note = Self.edit(1, end: "09:45")
    try await SyncWorld.runConcurrently(Self.merge, note, isLater, true) { world, ids in
      let log = world.devices[1].log
      let lost = try #require(try await log.openConflicts().first)
      _ = try await log.write("Keep") { try $0.keepCurrentValue(lost.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[0].log.openConflictCount() == 0)
      #expect(try await log.sessions(SessionFilter()).map(\.id) == [ids[0]])
    }
  }

  @Test func `has its late climbs again after the merge is undone`() async throws {
    try await SyncWorld.with(2) { world in
      for one in world.devices + [world.server] { Scenario(one).at("12:00") }
      let (one, other) = (world.devices[0].log, world.devices[1].log)
      let ids = try await one.write("Track", Self.climbTwice)
      try await world.syncAll()
      _ = try await one.write("Merge") { try MergeSessions(ids[0], ids[1]).run(in: $0) }
      let line = try await one.history(limit: 1).first?.id
      _ = try await other.write("Log") { try AddClimb(NewClimb(), to: ids[1]).run(in: $0) }
      try await world.syncAll()
      #expect(try await one.climbs(of: ids[0]).isEmpty)
      _ = try await one.undo(line)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await other.climbs(of: ids[1]).count == 1)
      #expect(try await other.climbs(of: ids[0]).isEmpty)
    }
  }
}
