import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Editing a session` {
  private func withSession(
    _ engine: TestEngine,
    _ body: (Scenario, SessionID) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      me.at("23:00")
      let session = try await me.track(dune, "20:00-20:20 20:40-21:20", page: 60)
      try await body(me, session.id)
      try await scratch.isSound()
    }
  }

  private func edit(
    _ me: Scenario,
    _ id: SessionID,
    adjust: Bool = false,
    _ rule: @escaping @Sendable (inout Session<NoDetail>) throws(CairnError) -> Void
  ) async throws {
    try await me.log.write("Edit") { writer in
      try writer.change(id, as: NoDetail.self, adjust: adjust, rule)
    }
  }

  /// More than one part of a history entry holds.
  @Test func `changes, moves and deletes many sessions as one entry`() async throws {
    try await TestEngine.any.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      me.at("23:00")
      var ids: [SessionID] = []
      for minute in 0..<201 {
        let start = "\(10 + minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
        let end =
          "\(10 + (minute + 1) / 60):\((minute + 1) % 60 < 10 ? "0" : "")\((minute + 1) % 60)"
        ids.append(try await me.track(dune, "\(start)-\(end)").id)
      }
      let all = ids
      try await me.log.write { try TagSessions(all, add: ["beach"]).run(in: $0) }
      try await me.log.write { try ShiftSessions(all, by: .hours(1)).run(in: $0) }
      try await me.log.write { try DeleteSessions(all).run(in: $0) }
      let titles = try await me.log.history(limit: 3).map(\.title)
      #expect(
        titles == ["201 sessions deleted", "201 sessions moved", "201 sessions tagged"]
      )
      try await scratch.isSound()
    }
  }

  private func times(_ id: SessionID, _ me: Scenario) async throws -> [Segment]? {
    try await me.log.session(id)?.timeline.segments
  }

  private func book(of id: SessionID, _ me: Scenario) async throws -> Identifier<Entry> {
    try await me.log.write("Look") { try $0.session(id, as: Reading.self).detail.entry }
  }

  @Test(arguments: TestEngine.all)
  func `moves its start and end and keeps the pause`(engine: TestEngine) async throws {
    try await withSession(engine) { me, id in
      let (start, end) = (me.instant("19:50"), me.instant("21:00"))
      try await edit(me, id) { (session) throws(CairnError) in
        try session.resize(start: start, end: end)
      }
      #expect(try await times(id, me) == me.segments("19:50-20:20 20:40-21:00"))
      #expect(try await me.scratch.day("2026-01-05")?.time == .minutes(50))
    }
  }

  @Test(arguments: TestEngine.all)
  func `rejects an end before its start or inside its pause`(engine: TestEngine) async throws {
    try await withSession(engine) { me, id in
      for time in ["19:00", "20:30"] {
        let end = me.instant(time)
        try await me.scratch.refuses("session.ends_before_start") {
          try await edit(me, id) { (session) throws(CairnError) in
            try session.resize(start: nil, end: end)
          }
        }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `rejects an occupied time, unless the adjacent session is adjusted`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, id in
      let other = try await me.track(book(of: id, me), "22:00-22:30").id
      let end = me.instant("22:10")
      try await me.scratch.refuses("session.overlap") {
        try await edit(me, id) { (session) throws(CairnError) in
          try session.resize(start: nil, end: end)
        }
      }
      try await edit(me, id, adjust: true) { (session) throws(CairnError) in
        try session.resize(start: nil, end: end)
      }
      #expect(try await times(other, me) == me.segments("22:10-22:30"))
      #expect(try await times(id, me) == me.segments("20:00-20:20 20:40-22:10"))
    }
  }

  @Test(arguments: TestEngine.all)
  func `moves it as a whole to another day`(engine: TestEngine) async throws {
    try await withSession(engine) { me, id in
      let yesterday = me.instant("20:00") - .hours(24)
      try await edit(me, id) { (session) throws(CairnError) in try session.move(to: yesterday) }
      #expect(try await me.scratch.day("2026-01-05") == nil)
      let day = try #require(try await me.scratch.day("2026-01-04"))
      #expect((day.time, day.amount, day.sessions) == (.hours(1), 60, 1))
    }
  }

  @Test(arguments: TestEngine.all)
  func `splits it in two with the same total`(engine: TestEngine) async throws {
    try await withSession(engine) { me, id in
      let cut = me.instant("20:50")
      let parts = try await me.log.write("Split") { try $0.split(id, as: Reading.self, at: cut) }
      #expect(try await times(parts.0.id, me) == me.segments("20:00-20:20 20:40-20:50"))
      #expect(try await times(parts.1.id, me) == me.segments("20:50-21:20"))
      #expect([parts.0.detail.amount, parts.1.detail.amount] == [30, 30])
      let day = try #require(try await me.scratch.day("2026-01-05"))
      #expect((day.time, day.amount, day.sessions) == (.hours(1), 60, 2))
    }
  }

  @Test(arguments: TestEngine.all)
  func `is split again at the same time without restoring a deleted part`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, id in
      let (cut, end) = (me.instant("20:50"), me.instant("21:20"))
      let split = {
        try await me.log.write("Split") { try $0.split(id, as: Reading.self, at: cut).1 }
      }
      let first = try await split().id
      try await me.delete(first)
      _ = try await me.log.write("Edit") { writer in
        try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.resize(start: nil, end: end)
        }
      }
      #expect(try await times(split().id, me) == me.segments("20:50-21:20"))
      #expect(try await me.log.session(first) == nil)
    }
  }

  @Test(arguments: TestEngine.all, ["19:00", "20:00", "21:20", "22:00"])
  func `rejects a split outside its time`(engine: TestEngine, time: String) async throws {
    try await withSession(engine) { me, id in
      let cut = me.instant(time)
      try await me.scratch.refuses("session.split_outside") {
        try await me.log.write("Split") { try $0.split(id, as: Reading.self, at: cut) }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `merges two in either order, and the time between is a pause`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, id in
      let other = try await me.track(book(of: id, me), "22:00-22:30", page: 80).id
      let before = try await me.scratch.projections()
      for (one, two) in [(id, other), (other, id)] {
        let merged = try await me.log.write("Merge") { try $0.merge(one, two, as: Reading.self) }
        #expect(try await times(one, me) == me.segments("20:00-20:20 20:40-21:20 22:00-22:30"))
        #expect(try await times(two, me) == nil)
        #expect(merged.detail.amount == 80)
        _ = try await me.log.undo()
        #expect(try await me.scratch.projections() == before)
      }
    }
  }

  /// The merged session would count the pages of the one in between twice.
  @Test(arguments: TestEngine.all)
  func `does not merge two sessions of a book across a third`(engine: TestEngine)
    async throws
  {
    try await withSession(engine) { me, id in
      let book = try await book(of: id, me)
      let middle = try await me.track(book, "21:30-21:40", page: 90).id
      let last = try await me.track(book, "22:00-22:30", page: 100).id
      try await me.scratch.refuses("session.between") {
        try await me.log.write("Merge") { try $0.merge(id, last, as: Reading.self) }
      }
      _ = try await me.log.write("Merge") { try $0.merge(middle, last, as: Reading.self) }
      _ = try await me.log.write("Merge") { try $0.merge(id, middle, as: Reading.self) }
      #expect(try await me.log.session(id)?.amount == 100)
    }
  }

  @Test(arguments: TestEngine.all)
  func `does not merge a session with itself, an open one, or one of another book`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, id in
      let stranger = try await me.track(me.add("Emma"), "22:00-22:30").id
      let open = try await me.start(book(of: id, me)).id
      for (other, code) in [
        (id, "session.same"), (open, "session.still_open"),
        (stranger, "reading.different_books"),
      ] {
        try await me.scratch.refuses(code) {
          try await me.log.write("Merge") { try $0.merge(id, other, as: Reading.self) }
        }
      }
      try await me.delete(open)
    }
  }

  @Test(arguments: TestEngine.all)
  func `removes it from all statistics on deletion, and undo restores it`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, id in
      let before = try await me.scratch.projections()
      try await me.delete(id)
      #expect(try await me.scratch.day("2026-01-05") == nil)
      try await me.scratch.refuses("session.not_found") { try await edit(me, id) { $0.note = "x" } }
      _ = try await me.log.undo()
      #expect(try await me.scratch.projections() == before)
    }
  }
}
